import * as contract from '#contract/payments.ts';
import { AppError } from '#platform/errors.ts';
import { readBytes } from '#platform/http/body.ts';
import type { Core } from '#server/core.ts';
import type { Routes } from '#server/http/route.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { findOwnAppointment } from './appointment-repository.ts';
import { checkPrice } from './fee.ts';
import { openPayment } from './open-payment.ts';
import { handleCardEvent } from './reconcile.ts';
import { assertPayable, confirmPayment } from './settle.ts';

const MAX_EVENT_BYTES = 256 * 1024;

export function mountPayments({ publicEndpoint, memberEndpoint }: Routes, core: Core): void {
  memberEndpoint(contract.createPaymentIntent, async ({ viewer, body }) => {
    const appointment = await findOwnAppointment(core.db, viewer, body.appointmentId);
    await checkPrice(core, appointment, body.price);
    if (!appointment) throw new AppError('not-found');
    assertPayable(appointment);
    return { clientSecret: await openPayment(core, appointment.id) };
  });

  memberEndpoint(contract.confirmPayment, async ({ viewer, id, body }) => {
    if (body.appointmentId !== id) {
      throw new AppError('invalid-fields', {
        fields: { appointmentId: 'The URL and the body have different ids' },
      });
    }
    const appointment = await getAppointment(core, viewer, id);
    const changed = await confirmPayment(core, appointment, body.transactionId);
    return { acknowledged: true, modifiedCount: changed ? 1 : 0 };
  });

  publicEndpoint(contract.receiveCardEvent, async ({ c }) => {
    const payload = new TextDecoder().decode(await readBytes(c.req.raw, MAX_EVENT_BYTES));
    const event = await core.cards.readEvent(payload, c.req.header('stripe-signature') ?? '');
    if (event) await handleCardEvent(core, event, 'webhook');
    return { received: true };
  });
}

/** Returns the viewer's appointment. @throws AppError not-found (404) */
async function getAppointment({ db }: Core, viewer: Viewer, id: string) {
  const appointment = await findOwnAppointment(db, viewer, id);
  if (!appointment) throw new AppError('not-found');
  return appointment;
}
