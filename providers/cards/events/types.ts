/** What the sandbox tells of. */
export const eventTypes = [
  'charge.dispute.closed',
  'charge.dispute.created',
  'charge.failed',
  'charge.refund.updated',
  'charge.refunded',
  'charge.succeeded',
  'payment_intent.canceled',
  'payment_intent.created',
  'payment_intent.payment_failed',
  'payment_intent.requires_action',
  'payment_intent.succeeded',
  'refund.created',
  'refund.failed',
  'refund.updated',
] as const;
export type EventType = (typeof eventTypes)[number];

const sent: readonly EventType[] = [
  'charge.dispute.closed',
  'charge.dispute.created',
  'charge.refunded',
  'payment_intent.canceled',
  'payment_intent.payment_failed',
  'payment_intent.succeeded',
  'refund.failed',
];

/** Whether our own endpoint has asked to be sent these. */
export const isSent = (type: EventType): boolean => sent.includes(type);
