import assert from 'node:assert/strict';
import type Stripe from 'stripe';
import { type Day, formatLongDate } from '#contract/days.ts';
import type { AppointmentTable } from '#server/db/tables.ts';
import { type Donor, isCertain } from './donor.ts';
import { isDisputed, isNeighbours, isRefunded, takesNoRefund } from './provider.ts';
import type { World } from './world.ts';

/** Nobody was answered that it is our fault. */
export function expectNothingFailed({ told }: World): void {
  assert.deepEqual(told.failures, [], 'failed although nothing was in the way');
}

/** Half a minute after everything is back, each charge is on its way: it has paid, or it is being given back. */
export async function expectSettled(world: World): Promise<void> {
  const { db } = world.server();
  const appointments = await listAppointments(world);
  for (const { id, status } of await ourIntents(world)) {
    if (status !== 'succeeded') continue;
    const charge = await db
      .selectFrom('charges')
      .select('status')
      .where('intent_id', '=', id)
      .executeTakeFirst();
    const goesBack = /^refund/.test(charge?.status ?? '');
    const paid = appointments.some(({ transaction_id }) => transaction_id === id);
    assert(paid || goesBack, `${id} is ${charge?.status} after 30 s`);
  }
}

/** Minutes later nobody can pay for an appointment that is gone. */
export async function expectCancelledEnded(world: World): Promise<void> {
  const left = await listAppointments(world);
  for (const intent of await ourIntents(world)) {
    if (!left.some(({ id }) => id === intent.metadata.appointmentId)) expectEnded(intent, world);
  }
}

/** In the end. What holds for each donor and each charge is written here and nowhere else. */
export async function expectInvariants(world: World): Promise<void> {
  assert.deepEqual(world.surprises, [], 'errors that no fault explains');
  const appointments = await listAppointments(world);
  for (const donor of world.donors) expectBookings(donor, appointments);
  await expectPhotos(world);
  expectEmails(world, appointments);
  if (world.provider.wasUsed()) await expectNoMoneyLost(world, appointments);
  else await expectNothingPaid(world, appointments);
}

/** No booking is lost, none is there that nobody asked for, and no day is booked twice. */
function expectBookings(donor: Donor, appointments: AppointmentTable[]): void {
  const own = appointments.filter(({ user_id }) => user_id === donor.userId);
  assert.equal(new Set(own.map(({ day }) => day)).size, own.length, 'a day is booked twice');
  for (const [id, booking] of donor.bookings) {
    const row = appointments.find((each) => each.id === id);
    if (booking.cancelled) assert(!row, 'answered as cancelled, and it is there');
    else if (!booking.mayBeCancelled && !donor.leaving) assert(row, 'a booking is lost');
    if (row) assert(booking.days.has(row.day), `on ${row.day}, and was never moved there`);
    if (row && donor.gone) {
      assert(row.transaction_id, 'unpaid, and kept after its account');
      assert.deepEqual([row.email, row.name], ['', '']);
    }
  }
  if (donor.gone) assert.deepEqual(own, [], 'kept after its account');
  const unknown = own.filter(({ id }) => !donor.bookings.has(id));
  for (const { day } of unknown) assert([...donor.unanswered.values()].includes(day), 'nobody requested it');
}

async function expectPhotos({ donors, server }: World): Promise<void> {
  const photos = await server().db.selectFrom('photos').select(['id', 'user_id']).execute();
  for (const { userId, photo, leaving, gone } of donors) {
    const own = photos.filter(({ user_id }) => user_id === userId);
    assert(own.length <= 1, 'a photo is there twice');
    if (gone || (photo.state === 'absent' && !leaving))
      assert.deepEqual(own, [], 'a photo is there, and was deleted');
    if (photo.state === 'present' && !leaving) assert.equal(own[0]?.id, photo.id, 'a photo is lost');
  }
}

/** No email is sent twice, and none about the same thing by two messages. */
function expectEmails({ mails, donors }: World, appointments: AppointmentTable[]): void {
  assert.deepEqual(mails.again, [], 'an email was sent again although nothing had failed');
  const reminders = mails.list().filter(({ subject }) => /^Your blood donation on/.test(subject));
  for (const donor of donors) {
    const own = reminders.filter(({ to }) => to === donor.email);
    assert.equal(new Set(own.map(({ subject }) => subject)).size, own.length, 'a reminder was sent twice');
    for (const [id, booking] of [...donor.bookings].slice(0, 2)) {
      const row = appointments.find((each) => each.id === id);
      if (!row || !isCertain(donor, booking) || row.moves > 0) continue;
      const day = formatLongDate(row.day as Day);
      assert.equal(own.filter(({ text }) => text.includes(day)).length, 1, `reminders of ${day}`);
    }
  }
}

/** Nobody asked for a charge, so there is none, and nothing is paid. */
async function expectNothingPaid({ server }: World, appointments: AppointmentTable[]): Promise<void> {
  assert.deepEqual(
    await server().db.selectFrom('charges').select('id').execute(),
    [],
    'a charge that nobody asked for',
  );
  assert(
    appointments.every(({ transaction_id }) => transaction_id === null),
    'paid, and nobody paid',
  );
}

/** Each charge has paid or went back, exactly once, and nobody was told what is not so. */
async function expectNoMoneyLost(world: World, appointments: AppointmentTable[]): Promise<void> {
  const { told } = world;
  const all = await world.provider.intents();
  const intents = all.filter((intent) => !isNeighbours(intent));
  for (const intent of intents) expectEnded(intent, world);
  for (const id of world.donors.flatMap(({ bookings }) => [...bookings.keys()])) {
    const appointment = appointments.find((each) => each.id === id);
    const mine = intents.filter(({ metadata }) => metadata.appointmentId === id);
    const kept = mine.filter(
      (intent) => intent.status === 'succeeded' && !isRefunded(intent) && !world.attention.has(intent.id),
    );
    assert(kept.length <= 1, `${kept.length} charges kept for one appointment`);
    for (const { id: paidBy } of kept)
      assert.equal(appointment?.transaction_id, paidBy, 'money kept for nothing: the row does not say so');
    if (appointment?.transaction_id) expectPaid(appointment, mine, told.givenBack);
  }
  for (const [id, { appointmentId, times }] of told.saved) {
    const appointment = appointments.find((each) => each.id === appointmentId);
    assert.equal(appointment?.transaction_id, id, 'answered as saved, and it is not');
    assert(times <= 1, 'answered twice as saved just now');
  }
  await expectOperatorTold(world, intents, appointments);
  expectNeighbourUntouched(all.filter(isNeighbours));
  await expectBooksRight(world, intents, appointments);
}

function expectPaid(appointment: AppointmentTable, intents: Stripe.PaymentIntent[], givenBack: Set<string>) {
  const intent = intents.find(({ id }) => id === appointment.transaction_id);
  assert.equal(intent?.status, 'succeeded', 'paid by a charge that took no money');
  assert.equal(appointment.paid_amount, intent?.amount_received);
  const refunded = isRefunded(intent);
  assert.equal(appointment.refunded_at !== null, refunded, 'the row and the provider disagree on a refund');
  const wanted = givenBack.has(intent?.id ?? '') && !(intent && takesNoRefund(intent));
  assert.equal(refunded, wanted, 'given back although it has paid');
}

/** Money that should have gone back and did not is known to the operator, and is not tried again for ever. */
async function expectOperatorTold(
  { server, told, attention }: World,
  intents: Stripe.PaymentIntent[],
  appointments: AppointmentTable[],
): Promise<void> {
  for (const intent of intents) {
    if (intent.status !== 'succeeded' || isRefunded(intent)) continue;
    const pays = appointments.some(({ transaction_id }) => transaction_id === intent.id);
    const failed = takesNoRefund(intent) && told.givenBack.has(intent.id);
    if (pays && !failed && !isDisputed(intent)) continue;
    assert(attention.has(intent.id), `${intent.id} has not gone back, and nobody was told`);
  }
  const waiting = await server()
    .db.selectFrom('platform_outbox' as never)
    .select('kind' as never)
    .where('kind' as never, '=', 'refund' as never)
    .execute();
  assert.deepEqual(waiting, [], 'a refund is still tried');
}

/** Another site's charges are neither given back nor ended. */
function expectNeighbourUntouched(theirs: Stripe.PaymentIntent[]): void {
  for (const intent of theirs) {
    assert(!isRefunded(intent), "a neighbour's money was given back");
    assert.notEqual(intent.status, 'canceled', "a neighbour's charge was ended");
  }
}

/** No intent that somebody knows the secret of may still be paid. */
function expectEnded(intent: Stripe.PaymentIntent, { told }: World): void {
  const ended = intent.status === 'succeeded' || intent.status === 'canceled';
  assert(ended || !told.secrets.has(intent.client_secret ?? ''), `${intent.id} can still be paid`);
}

const ourIntents = async ({ provider }: World): Promise<Stripe.PaymentIntent[]> =>
  (await provider.intents()).filter((intent) => !isNeighbours(intent));

const listAppointments = ({ server }: World): Promise<AppointmentTable[]> =>
  server().db.selectFrom('appointments').selectAll().execute();

/** What we wrote down about it, and what was mailed, says the same as the money. */
async function expectBooksRight(
  { server, mails, told }: World,
  intents: Stripe.PaymentIntent[],
  appointments: AppointmentTable[],
): Promise<void> {
  const { db } = server();
  const charges = await db.selectFrom('charges').selectAll().execute();
  const live = charges.filter(({ status }) => status === 'opening' || status === 'open');
  assert.deepEqual(live, [], 'a charge is still waited for');

  const donors = await db.selectFrom('users').selectAll().execute();
  const steps = await db.selectFrom('payment_steps').selectAll().execute();
  const count = (id: string, step: string) =>
    steps.filter((each) => each.intent_id === id && each.step === step).length;
  for (const intent of intents) {
    const { id, status } = intent;
    const refunds = isRefunded(intent) ? 1 : 0;
    const charge = charges.find(({ intent_id }) => intent_id === id);
    const appointment = appointments.find((each) => each.id === intent.metadata.appointmentId);
    const receipts = appointment?.transaction_id === id ? 1 : 0;
    const failed = takesNoRefund(intent) && (receipts === 0 || told.givenBack.has(id));
    if (status === 'succeeded') {
      const stuck = failed || (isDisputed(intent) && receipts === 0);
      assert.equal(charge?.status, stuck ? 'refund-failed' : refunds ? 'refunded' : 'succeeded');
      if (isDisputed(intent)) assert.equal(charge?.dispute, 'needs_response');
      if (appointment) assert.equal(count(id, 'paid'), receipts, 'steps of payment');
    }
    // One that fails later may be seen before it does, or only then.
    (failed ? atMost : assert.equal)(count(id, 'refunded'), failed ? 1 : refunds, 'steps of refund');

    // An account that is gone may have been there when its mails were written, or not.
    const reached = donors.some((donor) => donor.id === appointment?.user_id);
    const agree = reached ? assert.equal : atMost;
    agree(mailsOf(id, /receipt/), receipts, 'receipts');
    (failed ? atMost : agree)(
      mailsOf(id, /refund from Blood Buddies is on its way/),
      failed ? 1 : refunds,
      'refund notices',
    );
  }

  function mailsOf(id: string, subject: RegExp): number {
    return mails.list().filter((mail) => subject.test(mail.subject) && mail.text.includes(id)).length;
  }
}

const atMost = (found: number, most: number, what: string) =>
  assert(found <= most, `${what}: ${found}, and at most ${most} of them`);
