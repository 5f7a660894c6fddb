import { inTransaction } from '#platform/database/transaction.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { hours, minutes } from '#platform/time.ts';
import type { PaymentRow } from '#server/db/payment-tables.ts';
import { findAnyAppointment, lockUnpaid } from './appointment-repository.ts';
import { cancelPayment } from './close-payment.ts';
import type { PaymentDeps } from './deps.ts';
import { feeOf } from './fee.ts';
import { recordStep } from './payment-log-repository.ts';
import { FIRST_CHECK_MS } from './reconcile.ts';
import * as repository from './repository.ts';
import { assertPayable, cancelUnpaidPayment, settleIntent } from './settle.ts';

/** Time after which an unpaid intent expires. */
const EXPIRES_AFTER_MS = hours(24);
/**
 * Time after which a payment without an intent expires, because the process ended while requesting the
 * intent.
 */
const OPENING_TIMEOUT_MS = minutes(10);
/**
 * Maximum number of attempts, because a payment that was found may be canceled before its client secret is
 * read.
 */
const MAX_ATTEMPTS = 3;

/**
 * Returns the client secret of the appointment's live payment, which it creates if there is none.
 * @throws AppError not-found (404), already-paid, already-recorded, appointment-canceled, no-fee (409),
 * unavailable (503)
 */
export async function openPayment(deps: PaymentDeps, appointmentId: string): Promise<string> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const live = await repository.findLivePayment(deps.db, appointmentId);
    const payment = live ?? (await createPayment(deps, appointmentId));
    const secret = payment && (await getClientSecret(deps, payment));
    if (secret) return secret;
  }
  throw new AppError('unavailable');
}

/** Returns undefined if the payment ended without money, so that another one can be created. */
async function getClientSecret(deps: PaymentDeps, payment: PaymentRow): Promise<string | undefined> {
  const appointment = await findAnyAppointment(deps.db, payment.appointment_id);
  const fee = appointment && feeOf(appointment);
  if (fee && !repository.isSameAmount(payment, fee)) {
    // An earlier version of this software opened the payment for its own price.
    if ((await cancelPayment(deps, payment, 'page')) === 'paid') throw new AppError('already-paid');
    return undefined;
  }
  return payment.intent_id ? getSecretIfOpen(deps, payment, payment.intent_id) : createIntent(deps, payment);
}

async function getSecretIfOpen(
  deps: PaymentDeps,
  payment: PaymentRow,
  intentId: string,
): Promise<string | undefined> {
  const intent = await deps.cards.findIntent(intentId);
  if (intent?.status === 'open') {
    await scheduleEarlyCheck(deps, payment);
    return intent.clientSecret;
  }
  if (!intent) await inTransaction(deps.db, (trx) => cancelUnpaidPayment(trx, deps, payment, 'page'));
  else if ((await settleIntent(deps, intent, 'page')) !== 'closed') throw new AppError('already-paid');
  return undefined;
}

/** Schedules an early check, because the payer is back on the page. */
async function scheduleEarlyCheck({ db, clock }: PaymentDeps, payment: PaymentRow): Promise<void> {
  const now = clock();
  if (now - (payment.last_requested_at ?? payment.created_at) < FIRST_CHECK_MS) return;
  await repository.recordPageView(db, payment, { now, nextCheckAt: now + FIRST_CHECK_MS });
}

/**
 * Stores the payment before its intent is requested. If several are stored concurrently, the database accepts
 * one. Returns undefined if that one has already ended.
 */
async function createPayment(
  { db, clock }: PaymentDeps,
  appointmentId: string,
): Promise<PaymentRow | undefined> {
  const now = clock();
  const payment: Omit<PaymentRow, keyof repository.Money> = {
    id: newId(),
    appointment_id: appointmentId,
    intent_id: null,
    status: 'opening',
    created_at: now,
    expires_at: now + OPENING_TIMEOUT_MS,
    refunded_amount: 0,
    problem: null,
    dispute: null,
    last_requested_at: null,
    next_check_at: now + FIRST_CHECK_MS,
  };
  return inTransaction(db, async (trx) => {
    const unpaid = await lockUnpaid(trx, appointmentId);
    const appointment = unpaid ?? (await findAnyAppointment(trx, appointmentId));
    if (appointment) assertPayable(appointment);
    if (!unpaid) throw new AppError(appointment ? 'already-paid' : 'not-found');
    const fee = feeOf(unpaid);
    if (!fee) throw new AppError('no-fee');
    const added = await repository.insertPayment(trx, { ...payment, ...fee });
    return added ?? repository.findLivePayment(trx, appointmentId);
  });
}

/** Returns undefined if the payment was canceled while the provider created the intent. */
async function createIntent(deps: PaymentDeps, payment: PaymentRow): Promise<string | undefined> {
  const { db, clock, cards, siteId } = deps;
  const { id, appointment_id, amount, currency } = payment;
  const intent = await cards.createIntent({
    appointmentId: appointment_id,
    site: siteId,
    amount,
    currency,
    idempotencyKey: id,
  });
  if (!intent) {
    await inTransaction(db, async (trx) => {
      if (!(await repository.updatePaymentStatus(trx, payment, ['opening'], 'failed'))) return;
      await recordStep(trx, deps, payment, 'failed', 'page');
    });
    throw new AppError('unavailable');
  }
  const isAttached = await inTransaction(db, async (trx) => {
    const now = clock();
    if (!(await repository.attachIntent(trx, payment, intent.id, now + EXPIRES_AFTER_MS))) return false;
    await recordStep(trx, deps, { ...payment, intent_id: intent.id }, 'opened', 'page');
    return true;
  });
  // A concurrent request for the same payment got the same intent from the provider.
  if (isAttached || (await repository.findPaymentByIntent(db, intent.id))?.status === 'open') {
    return intent.clientSecret;
  }
  await cards.cancelIntent(intent.id);
  return undefined;
}
