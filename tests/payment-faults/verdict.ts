import assert from 'node:assert/strict';
import type Stripe from 'stripe';
import { expectBooksRight } from './books.ts';
import { isRefunded } from './provider.ts';
import type { World } from './world.ts';

/** Half a minute after everything is back, each charge is on its way: it has paid, or it is being given back. */
export async function expectSettled(world: World): Promise<void> {
  const { db } = world.server();
  const appointment = await findAppointment(world);
  for (const { id, status } of await world.provider.intents()) {
    if (status !== 'succeeded') continue;
    const charge = await db
      .selectFrom('charges')
      .select('status')
      .where('intent_id', '=', id)
      .executeTakeFirst();
    const goesBack = charge?.status === 'refund-due' || charge?.status === 'refunded';
    assert(appointment?.transaction_id === id || goesBack, `${id} is ${charge?.status} after 30 s`);
  }
}

/** Minutes later nobody can pay for an appointment that is gone. */
export async function expectCancelledEnded(world: World): Promise<void> {
  if (await findAppointment(world)) return;
  for (const intent of await world.provider.intents()) expectEnded(intent, world);
}

/** In the end each charge has paid or went back, exactly once, and nobody was told what is not so. */
export async function expectNoMoneyLost(world: World): Promise<void> {
  const { told, surprises } = world;
  assert.deepEqual(surprises, [], 'errors that no fault explains');
  const intents = await world.provider.intents();
  const appointment = await findAppointment(world);
  const kept = intents.filter((intent) => intent.status === 'succeeded' && !isRefunded(intent));
  assert(kept.length <= 1, `${kept.length} charges kept for one appointment`);
  for (const intent of intents) expectEnded(intent, world);
  for (const { id } of kept)
    assert.equal(appointment?.transaction_id, id, 'money kept for nothing: the row does not say so');
  if (appointment?.transaction_id) expectPaid(appointment, intents, told.givenBack);

  for (const [id, times] of told.saved) {
    assert.equal(appointment?.transaction_id, id, 'answered as saved, and it is not');
    assert(times <= 1, 'answered twice as saved just now');
  }
  if (told.cancelled) assert.equal(appointment, undefined, 'answered as cancelled, and it is there');
  await expectBooksRight(world, intents, appointment);
}

type Appointment = NonNullable<Awaited<ReturnType<typeof findAppointment>>>;

function expectPaid(appointment: Appointment, intents: Stripe.PaymentIntent[], givenBack: Set<string>): void {
  const intent = intents.find(({ id }) => id === appointment.transaction_id);
  assert.equal(intent?.status, 'succeeded', 'paid by a charge that took no money');
  assert.equal(appointment.paid_amount, intent?.amount_received);
  const refunded = isRefunded(intent);
  assert.equal(appointment.refunded_at !== null, refunded, 'the row and the provider disagree on a refund');
  assert.equal(refunded, givenBack.has(intent?.id ?? ''), 'given back although it has paid');
}

/** No intent that somebody knows the secret of may still be paid. */
function expectEnded(intent: Stripe.PaymentIntent, { told }: World): void {
  const ended = intent.status === 'succeeded' || intent.status === 'canceled';
  assert(ended || !told.secrets.has(intent.client_secret ?? ''), `${intent.id} can still be paid`);
}

async function findAppointment({ server, appointmentId }: World) {
  return server()
    .db.selectFrom('appointments')
    .selectAll()
    .where('id', '=', appointmentId)
    .executeTakeFirst();
}
