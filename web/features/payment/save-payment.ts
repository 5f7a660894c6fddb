import { t } from '@lingui/core/macro';
import { confirmPayment } from '#contract/payments.ts';
import { call } from '#web/api/client.ts';
import { ApiError } from '#web/api/errors.ts';
import { alertDialog } from '#web/components/dialogs.ts';

/**
 * Why our server has not saved the payment. `unreachable`: no response, or a temporary error of the server.
 * `signed-out`: the session expired. `not-found`: the appointment was deleted or canceled. `already-paid`:
 * another PaymentIntent has paid for the appointment. `rejected`: any other refusal, for example when the
 * PaymentIntent does not match the appointment.
 */
export type SaveFailure = 'unreachable' | 'signed-out' | 'not-found' | 'already-paid' | 'rejected';

/** Saves the payment of a user's appointment on our server. @returns the failure, or undefined */
export async function savePayment(
  owner: string,
  { appointmentId, transactionId }: { appointmentId: string; transactionId: string },
  send: typeof call = call,
): Promise<SaveFailure | undefined> {
  try {
    const body = { appointmentId, transactionId };
    await send(confirmPayment, { params: { id: appointmentId }, body, owner });
    return undefined;
  } catch (error) {
    return toSaveFailure(error);
  }
}

function toSaveFailure(error: unknown): SaveFailure {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 401 || status === 403) return 'signed-out';
  // In both cases the server refunds the payment.
  if (status === 404 || (error instanceof ApiError && error.code === 'appointment-canceled'))
    return 'not-found';
  if (error instanceof ApiError && error.code === 'already-paid') return 'already-paid';
  return status >= 400 && status < 500 && status !== 429 ? 'rejected' : 'unreachable';
}

/** Each text says what happened and what to do. No text may lead the payer to pay twice. */
export const saveFailureText: Record<SaveFailure, string> = {
  unreachable: t`Your card was charged, but we could not save it with your appointment yet. Press 'Try again'. You will not be charged twice.`,
  'signed-out': t`Your card was charged, but your session has expired. Sign in and open this page again to save the payment. You will not be charged twice.`,
  'not-found': t`Your card was charged, but this appointment no longer exists. We are refunding the full amount. It reaches your card in 5 to 10 days.`,
  'already-paid': t`Your card was charged, but this appointment was already paid. We are refunding the full amount. It reaches your card in 5 to 10 days.`,
  rejected: t`Your card was charged, but we could not match the payment to this appointment. Do not pay again. Contact us.`,
};

const unsavedIds = new Set<string>();

/**
 * Stores that a payment succeeded but was not saved, so that its success is announced later. Failures after
 * which another page replaces this one (sign-in, appointment not found) are also shown in an alert.
 */
export function recordUnsavedPayment(transactionId: string, failure: SaveFailure): void {
  unsavedIds.add(transactionId);
  const title = alertTitles[failure];
  // Show one alert only: the payment and the check of its status may fail together.
  if (!title || openAlerts.has(transactionId)) return;
  openAlerts.add(transactionId);
  void alertDialog({ title, text: saveFailureText[failure] }).finally(() => openAlerts.delete(transactionId));
}

/** Transaction ids of the payments whose alert is open. */
const openAlerts = new Set<string>();

/** Titles for the failures after which another page replaces this one. */
const alertTitles: Partial<Record<SaveFailure, string>> = {
  'signed-out': t`Your session has expired`,
  'not-found': t`Your refund is on its way`,
};

export const isUnsavedPayment = (transactionId: string): boolean => unsavedIds.has(transactionId);
