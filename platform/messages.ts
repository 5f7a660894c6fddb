/** What services ask to be sent through the outbox; who sends it is decided in main.ts. */
export type Mail = { to: string; subject: string; text: string; html: string };
export type TextMessage = { phoneNumber: string; text: string };
