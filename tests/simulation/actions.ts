import { newId } from '#platform/ids.ts';
import { cancel, type Donor, dayAfter, list, moveTo, requestDay, send } from './donor.ts';
import type { Action, Tab } from './plan.ts';
import type { World } from './world.ts';

/** What a tab remembers of its own. */
type Memory = {
  donor: Donor;
  appointmentId: string;
  secret?: string | undefined;
  bank?: string | undefined;
  /** The form that was sent last, and its Idempotency-Key. */
  sent?: { day: ReturnType<typeof dayAfter>; key: string };
};

/** One tab from its first action to its last; a request that nobody answers is given up. */
export async function playTab(world: World, number: number, { donor: who, of, actions }: Tab): Promise<void> {
  const donor = world.donors[who] as Donor;
  const memory: Memory = { donor, appointmentId: [...donor.bookings.keys()][of] ?? '' };
  for (const action of actions) {
    await world.stage.turn(`tab ${number}`);
    world.stage.note(`tab ${number}: ${action}`);
    await acts[action](world, memory);
  }
}

/** Gives the status; a secret that is answered is remembered as told. */
export async function createPaymentIntent(world: World, memory: Memory): Promise<number> {
  const { donor, appointmentId } = memory;
  const json = { price: 5, appointmentId };
  const { status, body } = await send(world, donor, 'POST', '/create-payment-intent', json);
  const secret = body?.clientSecret as string | undefined;
  if (secret) {
    memory.secret = secret;
    world.told.secrets.add(secret);
  }
  return status;
}

const acts: Record<Action, (world: World, memory: Memory) => Promise<void>> = {
  'request day 4': (world, memory) => request(world, memory, 4),
  'request day 5': (world, memory) => request(world, memory, 5),
  async 'send the form again'(world, memory) {
    if (memory.sent) await sendForm(world, memory, memory.sent);
  },
  'move to day 2': (world, memory) => move(world, memory, 2),
  'move to day 4': (world, memory) => move(world, memory, 4),
  'move to day 5': (world, memory) => move(world, memory, 5),
  cancel: (world, { donor, appointmentId }) => cancel(world, donor, appointmentId),
  async "cancel somebody else's"(world, { donor }) {
    for (const other of world.donors.filter((each) => each !== donor))
      for (const id of [...other.bookings.keys()].slice(0, 1)) await cancel(world, donor, id);
  },
  list: (world, { donor }) => list(world, donor),
  async 'share a photo'(world, { donor }) {
    const json = { img: `/images/of-${donor.number}`, title: 'Donors' };
    const { status, body, isAlone } = await send(world, donor, 'POST', '/photo', json);
    if (status >= 400 && status < 500) return;
    donor.photo.state = status === 200 && isAlone ? 'present' : 'unknown';
    donor.photo.id = (body?.insertedId as string | undefined) ?? donor.photo.id;
  },
  async 'delete the photo'(world, { donor }) {
    if (!donor.photo.id) return;
    const { status, isAlone } = await send(world, donor, 'DELETE', `/photo/${donor.photo.id}`);
    if (status >= 400 && status < 500) return;
    donor.photo.state = status === 204 && isAlone ? 'absent' : 'unknown';
  },
  async 'sign out'(world, { donor }) {
    const { token } = donor;
    donor.mayHaveEnded.add(token);
    if ((await send(world, donor, 'DELETE', '/session')).status === 204) donor.ended.add(token);
  },
  async 'sign in'(world, { donor }) {
    const { email, leaving } = donor;
    if (leaving) return;
    const { status, body } = await world.ask('PUT', '/user', { token: email, json: { email } });
    if (status === 200) donor.token = String(body?.token);
  },
  async 'delete the account'(world, { donor }) {
    donor.leaving = true;
    if ((await send(world, donor, 'DELETE', '/user')).status === 204) donor.gone = true;
  },

  open: async (world, memory) => void (await createPaymentIntent(world, memory)),
  pay: (world, memory) => payWith(world, memory, '4242424242424242'),
  'pay with a refused card': (world, memory) => payWith(world, memory, '4000000000000002'),
  'pay with a card that takes no refund': (world, memory) => payWith(world, memory, '4000000000005126'),
  'pay with a card that disputes': (world, memory) => payWith(world, memory, '4000000000000259'),
  'be asked by the bank': (world, memory) => payWith(world, memory, '4000002760003184'),
  async 'accept at the bank'({ provider }, { bank }) {
    if (bank) await provider.answerBank(bank, 'accepted');
  },
  async 'refuse at the bank'({ provider }, { bank }) {
    if (bank) await provider.answerBank(bank, 'refused');
  },
  async save(world, memory) {
    const { donor, appointmentId } = memory;
    const transactionId = intentOf(memory);
    if (!transactionId) return;
    const path = `/appointments/${appointmentId}`;
    const { status, body } = await send(world, donor, 'PUT', path, { appointmentId, transactionId });
    if (status !== 200) return;
    const before = world.told.saved.get(transactionId)?.times ?? 0;
    world.told.saved.set(transactionId, { appointmentId, times: before + Number(body?.modifiedCount) });
  },
  async 'be given it back by the operator'({ provider, told }, memory) {
    const transactionId = intentOf(memory);
    if (transactionId && (await provider.giveBack(transactionId))) told.givenBack.add(transactionId);
  },
};

const intentOf = ({ secret }: Memory) => secret?.split('_secret_')[0];

async function request(world: World, memory: Memory, count: number): Promise<void> {
  memory.sent = { day: dayAfter(world, count), key: newId() };
  await sendForm(world, memory, memory.sent);
}

/** What comes after concerns the new appointment. */
async function sendForm(world: World, memory: Memory, sent: NonNullable<Memory['sent']>): Promise<void> {
  memory.appointmentId = (await requestDay(world, memory.donor, sent)) ?? memory.appointmentId;
}

const move = (world: World, { donor, appointmentId }: Memory, count: number): Promise<void> =>
  moveTo(world, donor, appointmentId, dayAfter(world, count));

async function payWith({ provider }: World, memory: Memory, number: string): Promise<void> {
  if (!memory.secret) return;
  const { next_action } = await provider.pay(memory.secret, number);
  memory.bank = next_action?.redirect_to_url?.url ?? memory.bank;
}
