import assert from 'node:assert/strict';
import type Stripe from 'stripe';
import { type Day, formatLongDate } from '#contract/days.ts';
import { minutes } from '#platform/time.ts';
import type { AppointmentRow } from '#server/db/tables.ts';
import { listPaymentsNeedingAction } from '#server/features/payments/repository.ts';
import { expectSlotsKept } from './clinics.ts';
import { type Donor, isCertain } from './donor.ts';
import { hasFailingRefunds, isDisputed, isOfOtherSite, isRefunded } from './provider.ts';
import type { World } from './world.ts';

/** No response was a server error. */
export function expectNoServerErrors({ acknowledged }: World): void {
  assert.deepEqual(acknowledged.failures, [], 'failed without a fault');
}

/**
 * Half a minute after the recovery, every successful charge has paid an appointment or is being refunded. A
 * charge whose payment page was opened more than 90 seconds ago may wait for its next check
 * (docs/decisions/0015-payments.md).
 */
export async function expectSettled(world: World): Promise<void> {
  const { db } = world.server();
  const appointments = await listAppointments(world);
  for (const { id, status } of await listOwnIntents(world)) {
    if (status !== 'succeeded') continue;
    const payment = await db
      .selectFrom('payments')
      .select(['status', 'created_at', 'next_check_at'])
      .where('intent_id', '=', id)
      .executeTakeFirst();
    const isRefunding = /^refund/.test(payment?.status ?? '');
    const paid = appointments.some(({ transaction_id }) => transaction_id === id);
    const { now } = world.time;
    const isDueLater =
      payment?.status === 'open' &&
      payment.created_at < now - minutes(1.5) &&
      (payment.next_check_at ?? 0) > now;
    assert(paid || isRefunding || isDueLater, `${id} is ${payment?.status} after 30 s`);
  }
}

/** Expects that no intent of a deleted appointment can be paid, minutes after the deletion. */
export async function expectCanceledCannotBePaid(world: World): Promise<void> {
  const remaining = await listAppointments(world);
  for (const intent of await listOwnIntents(world)) {
    if (!remaining.some(({ id }) => id === intent.metadata.appointmentId)) expectCannotBePaid(intent, world);
  }
}

/** Checks everything that must hold at the end, for every donor and every charge. */
export async function expectInvariants(world: World): Promise<void> {
  assert.deepEqual(world.unexpectedErrors, [], 'errors without a fault');
  const appointments = await listAppointments(world);
  for (const donor of world.donors) expectBookings(donor, appointments);
  await expectPhotos(world);
  expectEmails(world, appointments);
  if (world.hasClinics) await expectSlotsKept(world);
  if (world.provider.wasUsed()) await expectNoMoneyLost(world, appointments);
  else await expectNothingPaid(world, appointments);
}

/** No booking is lost or unrequested, and no day is booked twice. */
function expectBookings(donor: Donor, appointments: AppointmentRow[]): void {
  const own = appointments.filter(({ user_id }) => user_id === donor.userId);
  assert.equal(new Set(own.map(({ day }) => day)).size, own.length, 'a day is booked twice');
  for (const [id, booking] of donor.bookings) {
    const row = appointments.find((appointment) => appointment.id === id);
    if (booking.canceled) assert(!row, 'exists after its cancellation');
    else if (!booking.isCancelable && !donor.isDeleting) assert(row, 'a booking is lost');
    if (row) assert(booking.days.has(row.day), `is on ${row.day} but was never moved there`);
    if (row && donor.isDeleted) {
      assert(row.transaction_id, 'unpaid appointment kept after the account was deleted');
      assert.deepEqual([row.email, row.name], ['', '']);
    }
  }
  if (donor.isDeleted) assert.deepEqual(own, [], 'appointments kept after the account was deleted');
  const unknown = own.filter(({ id }) => !donor.bookings.has(id));
  for (const { day } of unknown)
    assert([...donor.pendingRequests.values()].includes(day), 'an appointment that was never requested');
}

async function expectPhotos({ donors, server }: World): Promise<void> {
  const photos = await server().db.selectFrom('photos').select(['id', 'user_id']).execute();
  for (const { userId, photo, isDeleting, isDeleted } of donors) {
    const own = photos.filter(({ user_id }) => user_id === userId);
    assert(own.length <= 1, 'a photo exists twice');
    if (isDeleted || (photo.state === 'absent' && !isDeleting))
      assert.deepEqual(own, [], 'a deleted photo exists');
    if (photo.state === 'present' && !isDeleting) assert.equal(own[0]?.id, photo.id, 'a photo is lost');
  }
}

/** No email was sent twice, neither as the same message nor as two messages. */
function expectEmails({ mailServer, donors }: World, appointments: AppointmentRow[]): void {
  assert.deepEqual(mailServer.duplicates, [], 'an email was sent twice without a fault');
  const reminders = mailServer.list().filter(({ subject }) => /^Your blood donation on .*\d$/.test(subject));
  for (const donor of donors) {
    const own = reminders.filter(({ to }) => to === donor.email);
    assert.equal(new Set(own.map(({ subject }) => subject)).size, own.length, 'a reminder was sent twice');
    for (const [id, booking] of [...donor.bookings].slice(0, 2)) {
      const row = appointments.find((appointment) => appointment.id === id);
      if (!row || !isCertain(donor, booking) || row.moves > 0) continue;
      const day = formatLongDate(row.day as Day);
      assert.equal(own.filter(({ text }) => text.includes(day)).length, 1, `reminders of ${day}`);
    }
  }
}

/** Without any payment action there are no charges and no paid appointments. */
async function expectNothingPaid({ server }: World, appointments: AppointmentRow[]): Promise<void> {
  assert.deepEqual(
    await server().db.selectFrom('payments').select('id').execute(),
    [],
    'a charge that was never requested',
  );
  assert(
    appointments.every(({ transaction_id }) => transaction_id === null),
    'an appointment is paid without a payment',
  );
}

/** Every successful charge paid an appointment exactly once or was refunded, and every response was true. */
async function expectNoMoneyLost(world: World, appointments: AppointmentRow[]): Promise<void> {
  const { acknowledged } = world;
  const all = await world.provider.intents();
  const intents = all.filter((intent) => !isOfOtherSite(intent));
  const reported = await listReported(world);
  for (const intent of intents) expectCannotBePaid(intent, world);
  for (const id of world.donors.flatMap(({ bookings }) => [...bookings.keys()])) {
    const appointment = appointments.find((candidate) => candidate.id === id);
    const own = intents.filter(({ metadata }) => metadata.appointmentId === id);
    const stored = own.filter(
      (intent) => intent.status === 'succeeded' && !isRefunded(intent) && !reported.has(intent.id),
    );
    assert(stored.length <= 1, `${stored.length} charges stored for one appointment`);
    for (const { id: paidBy } of stored)
      assert.equal(
        appointment?.transaction_id,
        paidBy,
        'money kept but the appointment is not marked as paid',
      );
    if (appointment?.transaction_id) expectPaid(appointment, own, acknowledged.refundedByOperator);
  }
  for (const [id, { appointmentId, times }] of acknowledged.saved) {
    const appointment = appointments.find((candidate) => candidate.id === appointmentId);
    assert.equal(appointment?.transaction_id, id, 'confirmed as saved but not saved');
    assert(times <= 1, 'confirmed twice as newly saved');
  }
  await expectReported(world, { intents, appointments, reported });
  expectOtherSiteUntouched(all.filter(isOfOtherSite));
  await expectRecordsConsistent(world, intents, appointments);
}

function expectPaid(
  appointment: AppointmentRow,
  intents: Stripe.PaymentIntent[],
  refundedByOperator: Set<string>,
) {
  const intent = intents.find(({ id }) => id === appointment.transaction_id);
  assert.equal(intent?.status, 'succeeded', 'paid by a charge that took no money');
  assert.equal(appointment.paid_amount, intent?.amount_received);
  const refunded = isRefunded(intent);
  assert.equal(appointment.refunded_at !== null, refunded, 'the row and the provider differ on a refund');
  const isExpected = refundedByOperator.has(intent?.id ?? '') && !(intent && hasFailingRefunds(intent));
  assert.equal(refunded, isExpected, 'refunded although it has paid');
}

/** Returns the transactions that wait for a decision in the owner's list. A queued refund needs none. */
async function listReported(world: World): Promise<Set<string>> {
  const listed = await listPaymentsNeedingAction(world.server().db);
  const undecided = listed.filter(({ status, dispute }) => status !== 'refund-due' || dispute !== null);
  return new Set(undecided.map(({ intent_id }) => intent_id ?? ''));
}

/**
 * Every transaction that waits for a decision was also written to the log. Call it only for a run without
 * faults, because a lost response to the commit loses the entry.
 */
export async function expectAlerted(world: World): Promise<void> {
  for (const id of await listReported(world))
    assert(world.operatorAlerts.has(id), `${id} is listed, but the operator was not alerted`);
}

type Money = {
  intents: Stripe.PaymentIntent[];
  appointments: AppointmentRow[];
  reported: Set<string>;
};

/** A missing refund or a dispute is listed for the operator, and not retried endlessly. */
async function expectReported(
  { server, acknowledged }: World,
  { intents, appointments, reported }: Money,
): Promise<void> {
  for (const intent of intents) {
    if (intent.status !== 'succeeded' || isRefunded(intent)) continue;
    const pays = appointments.some(({ transaction_id }) => transaction_id === intent.id);
    const failed = hasFailingRefunds(intent) && acknowledged.refundedByOperator.has(intent.id);
    if (pays && !failed && !isDisputed(intent)) continue;
    assert(reported.has(intent.id), `${intent.id} was not refunded and not reported`);
  }
  const waiting = await server()
    .db.selectFrom('platform_outbox' as never)
    .select('kind' as never)
    .where('kind' as never, '=', 'refund' as never)
    .execute();
  assert.deepEqual(waiting, [], 'a refund is still being retried');
}

/** Charges of another site in the same account are neither refunded nor canceled. */
function expectOtherSiteUntouched(theirs: Stripe.PaymentIntent[]): void {
  for (const intent of theirs) {
    assert(!isRefunded(intent), "another site's charge was refunded");
    assert.notEqual(intent.status, 'canceled', "another site's charge was canceled");
  }
}

/** An intent whose client secret a donor has can no longer be paid. */
function expectCannotBePaid(intent: Stripe.PaymentIntent, { acknowledged }: World): void {
  const isEnded = intent.status === 'succeeded' || intent.status === 'canceled';
  assert(
    isEnded || !acknowledged.clientSecrets.has(intent.client_secret ?? ''),
    `${intent.id} can still be paid`,
  );
}

const listOwnIntents = async ({ provider }: World): Promise<Stripe.PaymentIntent[]> =>
  (await provider.intents()).filter((intent) => !isOfOtherSite(intent));

const listAppointments = ({ server }: World): Promise<AppointmentRow[]> =>
  server().db.selectFrom('appointments').selectAll().execute();

/** Payments, payment log and emails match the money. */
async function expectRecordsConsistent(
  { server, mailServer, acknowledged }: World,
  intents: Stripe.PaymentIntent[],
  appointments: AppointmentRow[],
): Promise<void> {
  const { db } = server();
  const payments = await db.selectFrom('payments').selectAll().execute();
  const openPayments = payments.filter(({ status }) => status === 'opening' || status === 'open');
  assert.deepEqual(openPayments, [], 'a payment is still open');

  const donors = await db.selectFrom('users').selectAll().execute();
  const steps = await db.selectFrom('payment_steps').selectAll().execute();
  const count = (id: string, step: string) =>
    steps.filter((row) => row.intent_id === id && row.step === step).length;
  for (const intent of intents) {
    const { id, status } = intent;
    const refunds = isRefunded(intent) ? 1 : 0;
    const payment = payments.find(({ intent_id }) => intent_id === id);
    const appointment = appointments.find((candidate) => candidate.id === intent.metadata.appointmentId);
    const receipts = appointment?.transaction_id === id ? 1 : 0;
    const failed = hasFailingRefunds(intent) && (receipts === 0 || acknowledged.refundedByOperator.has(id));
    if (status === 'succeeded') {
      const hasFailedRefund = failed || (isDisputed(intent) && receipts === 0);
      assert.equal(payment?.status, hasFailedRefund ? 'refund-failed' : refunds ? 'refunded' : 'succeeded');
      if (isDisputed(intent)) assert.equal(payment?.dispute, 'needs_response');
      if (appointment) assert.equal(count(id, 'paid'), receipts, 'steps of payment');
    }
    // A refund that fails later may have been recorded before it failed, or not at all.
    (failed ? assertAtMost : assert.equal)(count(id, 'refunded'), failed ? 1 : refunds, 'steps of refund');

    // Whether a deleted account still existed when its emails were due is unknown.
    const hasAccount = donors.some((donor) => donor.id === appointment?.user_id);
    const compare = hasAccount ? assert.equal : assertAtMost;
    compare(countEmails(id, /receipt/), receipts, 'receipts');
    (failed ? assertAtMost : compare)(
      countEmails(id, /refund from Blood Buddies is on its way/),
      failed ? 1 : refunds,
      'refund notices',
    );
  }

  function countEmails(id: string, subject: RegExp): number {
    return mailServer.list().filter((mail) => subject.test(mail.subject) && mail.text.includes(id)).length;
  }
}

const assertAtMost = (actual: number, max: number, label: string) =>
  assert(actual <= max, `${label}: ${actual}, expected at most ${max}`);
