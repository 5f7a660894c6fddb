import * as contract from '#contract/payments.ts';
import { AppError } from '#platform/errors.ts';
import { readBytes } from '#platform/http/body.ts';
import type { AppointmentRow } from '#server/db/tables.ts';
import type { Routes } from '#server/http/route.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { openPayment } from './open-payment.ts';
import { handleCardEvent } from './reconcile.ts';
import { assertPayable, confirmPayment, type PaymentDeps } from './settle.ts';

type Options = PaymentDeps & {
  /** The viewer's appointment. @throws AppError not-found (404) */
  findAppointment: (viewer: Viewer, id: string) => Promise<AppointmentRow>;
};

const MAX_EVENT_BYTES = 256 * 1024;

export function mountPayments({ publicEndpoint, memberEndpoint }: Routes, options: Options): void {
  memberEndpoint(contract.createPaymentIntent, async ({ viewer, body }) => {
    const appointment = await options.findAppointment(viewer, body.appointmentId);
    assertPayable(appointment);
    return { clientSecret: await openPayment(options, appointment.id) };
  });

  memberEndpoint(contract.confirmPayment, async ({ viewer, id, body }) => {
    if (body.appointmentId !== id) {
      throw new AppError('invalid-fields', {
        fields: { appointmentId: 'The URL and the body have different ids' },
      });
    }
    const appointment = await options.findAppointment(viewer, id);
    const changed = await confirmPayment(options, appointment, body.transactionId);
    return { acknowledged: true, modifiedCount: changed ? 1 : 0 };
  });

  publicEndpoint(contract.receiveCardEvent, async ({ c }) => {
    const payload = new TextDecoder().decode(await readBytes(c.req.raw, MAX_EVENT_BYTES));
    const event = await options.cards.readEvent(payload, c.req.header('stripe-signature') ?? '');
    if (event) await handleCardEvent(options, event, 'webhook');
    return { received: true };
  });
}
