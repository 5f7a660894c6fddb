/** What services ask to be sent through the outbox; who sends it is decided in main.ts. */
export type Email = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** In ms: the link in it is good until then, and later it need not be sent. */
  goodUntil?: number;
  /** Beside those that every mail has. */
  headers?: Record<string, string>;
};
/** `goodUntil`, in ms: what could not be sent by then is not sent any more. */
export type TextMessage = { phoneNumber: string; text: string; goodUntil: number };
