import { t } from '@lingui/core/macro';
import { confirmPayment } from '#contract/payments.ts';
import { call } from '#web/api/client.ts';
import { ApiError } from '#web/api/errors.ts';
import { alertDialog } from '#web/components/dialogs.ts';

/**
 * Why our own record of a charge is not there yet: nobody answered, the session has ended, the appointment is
 * gone, another charge had paid it before, or the server holds that this charge does not pay for it.
 */
export type SaveFailure = 'unreachable' | 'signed-out' | 'gone' | 'paid-before' | 'refused';

/** Tells the product server that this charge paid the appointment; answers what went wrong, or nothing. */
export async function savePayment(
  appointmentId: string,
  transactionId: string,
  caller: typeof call = call,
): Promise<SaveFailure | undefined> {
  try {
    const body = { appointmentId, transactionId };
    await caller(confirmPayment, { params: { id: appointmentId }, body });
    return undefined;
  } catch (error) {
    return failureOf(error);
  }
}

function failureOf(error: unknown): SaveFailure {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 401 || status === 403) return 'signed-out';
  if (status === 404) return 'gone';
  if (error instanceof ApiError && error.code === 'already-paid') return 'paid-before';
  return status >= 400 && status < 500 && status !== 429 ? 'refused' : 'unreachable';
}

/** What is true, and what to do; no sentence here may let somebody pay twice. */
export const saveFailureText: Record<SaveFailure, string> = {
  unreachable: t`Your card was charged $5, but we could not save it with your appointment yet. Press 'Try again': you will not be charged a second time.`,
  'signed-out': t`Your card was charged $5, but your session has ended. Sign in and open this page again: the payment will be saved and nothing more is charged.`,
  gone: t`Your card was charged $5, but this appointment no longer exists. We are refunding the $5 to your card.`,
  'paid-before': t`Your card was charged $5, but this appointment was already paid. We are refunding the $5 to your card.`,
  refused: t`Your card was charged $5, but it does not match this appointment. Please contact us before you pay again.`,
};

const expected = new Set<string>();

/**
 * A card was charged here and the saving failed: that it is paid is news, whoever brings it. Where the session has
 * ended, or the appointment is gone, the page gives way to another, so what became of the money is told above it.
 */
export function recordUnsaved(transactionId: string, failure: SaveFailure): void {
  expected.add(transactionId);
  const title = titles[failure];
  if (title) void alertDialog({ title, text: saveFailureText[failure] });
}

/** Of failures after which this page gives way to another. */
const titles: Partial<Record<SaveFailure, string>> = {
  'signed-out': t`Your session has ended`,
  gone: t`Your refund is on its way`,
};

export const isExpectedUnsaved = (transactionId: string): boolean => expected.has(transactionId);
