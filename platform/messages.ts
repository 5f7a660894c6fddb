/** An email to be sent through the outbox. The composition root selects the sender. */
export type Email = {
  to: string;
  /** The address for replies. If absent, they go to the sender. */
  replyTo?: string | undefined;
  /** The name before the sender's address. Absent in emails that an older version queued. */
  senderName?: string;
  subject: string;
  text: string;
  html: string;
  /** In ms since 1970: the email is not sent after this time, for example because its link has expired. */
  goodUntil?: number;
  /** Headers in addition to the standard ones. */
  headers?: Record<string, string>;
};
/** A text message to be sent through the outbox. It is not sent after `goodUntil` (ms since 1970). */
export type TextMessage = { phoneNumber: string; text: string; goodUntil: number };
