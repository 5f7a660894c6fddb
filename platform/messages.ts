/** What services ask to be sent through the outbox; who sends it is decided in main.ts. */
export type Mail = { to: string; subject: string; text: string; html: string };
/** `goodUntil`, in ms: what could not be sent by then is not sent any more. */
export type TextMessage = { phoneNumber: string; text: string; goodUntil: number };
