import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { maxLengthCheck, minLengthCheck } from './lengths.ts';

const id = z.string().check(z.trim(), minLengthCheck(1), maxLengthCheck(255));

export const createPaymentIntent = endpoint({
  method: 'POST',
  path: '/create-payment-intent',
  access: 'member',
  summary: 'Creates the PaymentIntent of an appointment, or returns the open one.',
  /** `price` is the appointment's own fee in major units, such as dollars. */
  body: z.object({ price: z.number(), appointmentId: id }),
  response: z.object({ clientSecret: z.string() }),
  errorStatuses: [404, 409, 422],
});

export const confirmPayment = endpoint({
  method: 'PUT',
  path: '/appointments/:id',
  access: 'member',
  summary: 'Marks an appointment as paid. The card provider must confirm that its PaymentIntent succeeded.',
  body: z.object({ appointmentId: id, transactionId: id }),
  response: z.object({ acknowledged: z.boolean(), modifiedCount: z.int() }),
  errorStatuses: [402, 404, 409, 422],
});

export const receiveCardEvent = endpoint({
  method: 'POST',
  path: '/stripe/webhook',
  access: 'public',
  summary: 'Receives a signed event from the card provider.',
  response: z.object({ received: z.boolean() }),
  errorStatuses: [400],
});
