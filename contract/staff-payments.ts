import * as z from 'zod/mini';
import { staffEndpoint } from './endpoint.ts';

const ownerOnly = { roles: ['owner'], secondFactor: true } as const;

const UndecidedPayment = z.object({
  _id: z.string(),
  /** The payment's id at the card provider. Decisions refer to it. */
  transactionId: z.optional(z.string()),
  appointmentId: z.string(),
  createdAt: z.iso.datetime(),
  /**
   * `refund-failed` and `unclaimed` (paid, but not recorded here) need a decision. `refund-due` is queued.
   * `disputed`: respond at the card provider.
   */
  state: z.enum(['refund-failed', 'unclaimed', 'refund-due', 'disputed']),
  /** In the smallest unit of the currency. */
  amount: z.int(),
  refundedAmount: z.int(),
  currency: z.string(),
  /** The card provider's code for why a refund failed. */
  problem: z.optional(z.string()),
  /** The card provider's status of a dispute. */
  dispute: z.optional(z.string()),
});
export type UndecidedPayment = z.infer<typeof UndecidedPayment>;

/** Why automatic refunds are paused. `moved`: the data was copied, moved or restored. */
export const pauseReasons = ['owner', 'operator', 'moved'] as const;

export const listPayments = staffEndpoint(ownerOnly, {
  method: 'GET',
  path: '/staff/payments',
  summary:
    'Lists payments that need a decision, at most a hundred of each kind, and whether refunds are paused.',
  response: z.object({
    /** Number of live payments (`opening` or `open`). */
    open: z.int(),
    pause: z.optional(z.enum(pauseReasons)),
    payments: z.array(UndecidedPayment),
  }),
});

export const paymentSteps = [
  'opened',
  'failed',
  'canceled',
  'paid',
  'refund-due',
  'refunded',
  'partly-refunded',
  'refund-failed',
  'unclaimed',
  'resolved',
  'disputed',
  'dispute-won',
  'dispute-lost',
  'dispute-closed',
] as const;
export type PaymentStep = (typeof paymentSteps)[number];

export const paymentActors = [
  'page',
  'browser',
  'webhook',
  'coordinator',
  'reconciler',
  'cancellation',
  'refund',
  'operator',
] as const;

export const getPaymentHistory = staffEndpoint(ownerOnly, {
  method: 'GET',
  path: '/staff/payments/:id',
  summary: 'Lists the steps of a transaction or an appointment, oldest first.',
  response: z.array(
    z.object({
      at: z.iso.datetime(),
      step: z.enum(paymentSteps),
      /** What caused the step. `operator`: a decision on the staff pages or on the command line. */
      by: z.enum(paymentActors),
      appointmentId: z.string(),
      transactionId: z.optional(z.string()),
    }),
  ),
});

export const refundPayment = staffEndpoint(ownerOnly, {
  method: 'POST',
  path: '/staff/payments/:id/refund',
  summary:
    'Refunds a payment that is paid, whose refund failed, or that is not recorded here. 409 if it is refunded or not paid.',
});

export const resolvePayment = staffEndpoint(ownerOnly, {
  method: 'POST',
  path: '/staff/payments/:id/resolution',
  summary: 'Marks a payment as resolved elsewhere. 409 if it needs no decision.',
});

export const pauseRefunds = staffEndpoint(ownerOnly, {
  method: 'PUT',
  path: '/staff/refund-pause',
  summary: 'Pauses automatic refunds.',
});

export const resumeRefunds = staffEndpoint(ownerOnly, {
  method: 'DELETE',
  path: '/staff/refund-pause',
  summary: 'Resumes automatic refunds.',
  response: z.object({
    /** Number of paused refunds that are now queued. */
    queued: z.int(),
  }),
});
