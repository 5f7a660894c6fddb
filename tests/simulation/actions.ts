import { newId } from '#platform/ids.ts';
import { clinicHandlers } from './clinics.ts';
import { cancel, type Donor, dayAfter, list, moveTo, requestDay, sendAsDonor } from './donor.ts';
import type { Action, Tab } from './plan.ts';
import { DISPUTING_CARD } from './provider.ts';
import type { World } from './world.ts';

/** State of one tab. */
type TabState = {
  donor: Donor;
  appointmentId: string;
  secret?: string | undefined;
  bankPage?: string | undefined;
  /** The last submitted form and its Idempotency-Key. */
  submitted?: { day: ReturnType<typeof dayAfter>; key: string };
};

/** Runs all actions of one tab. Gives up a request that gets no response. */
export async function runTab(
  world: World,
  number: number,
  { donor: donorIndex, appointment, actions }: Tab,
): Promise<void> {
  const donor = world.donors[donorIndex] as Donor;
  const tabState: TabState = { donor, appointmentId: [...donor.bookings.keys()][appointment] ?? '' };
  for (const action of actions) {
    await world.simulation.waitForTask(`tab ${number}`);
    world.simulation.note(`tab ${number}: ${action}`);
    await handlers[action](world, tabState);
  }
}

/**
 * Opens the payment page and returns the status. Stores the client secret, which the donor may use from now
 * on.
 */
export async function createPaymentIntent(world: World, tabState: TabState): Promise<number> {
  const { donor, appointmentId } = tabState;
  const json = { price: 5, appointmentId };
  const { status, body } = await sendAsDonor(world, donor, 'POST', '/create-payment-intent', json);
  const secret = body?.clientSecret as string | undefined;
  if (secret) {
    tabState.secret = secret;
    world.acknowledged.clientSecrets.add(secret);
  }
  return status;
}

const handlers: Record<Action, (world: World, tabState: TabState) => Promise<void>> = {
  'request day 4': (world, tabState) => request(world, tabState, 4),
  'request day 5': (world, tabState) => request(world, tabState, 5),
  async 'resend the form'(world, tabState) {
    if (tabState.submitted) await sendForm(world, tabState, tabState.submitted);
  },
  'move to day 2': (world, tabState) => move(world, tabState, 2),
  'move to day 4': (world, tabState) => move(world, tabState, 4),
  'move to day 5': (world, tabState) => move(world, tabState, 5),
  cancel: (world, { donor, appointmentId }) => cancel(world, donor, appointmentId),
  async "cancel another donor's"(world, { donor }) {
    for (const other of world.donors.filter((candidate) => candidate !== donor))
      for (const id of [...other.bookings.keys()].slice(0, 1)) await cancel(world, donor, id);
  },
  list: (world, { donor }) => list(world, donor),
  async 'share a photo'(world, { donor }) {
    const json = { img: `https://pictures.example/${donor.number}`, title: 'Donors' };
    const { status, body, isAlone } = await sendAsDonor(world, donor, 'POST', '/photo', json);
    if (status >= 400 && status < 500) return;
    donor.photo.state = status === 200 && isAlone ? 'present' : 'unknown';
    donor.photo.id = (body?.insertedId as string | undefined) ?? donor.photo.id;
  },
  async 'delete the photo'(world, { donor }) {
    if (!donor.photo.id) return;
    const { status, isAlone } = await sendAsDonor(world, donor, 'DELETE', `/photo/${donor.photo.id}`);
    if (status >= 400 && status < 500) return;
    donor.photo.state = status === 204 && isAlone ? 'absent' : 'unknown';
  },
  async 'sign out'(world, { donor }) {
    const { token } = donor;
    donor.maybeEndedTokens.add(token);
    if ((await sendAsDonor(world, donor, 'DELETE', '/session')).status === 204) donor.endedTokens.add(token);
  },
  async 'sign in'(world, { donor }) {
    const { email, isDeleting } = donor;
    if (isDeleting) return;
    const { status, body } = await world.request('PUT', '/user', { token: email, json: { email } });
    if (status === 200) donor.token = String(body?.token);
  },
  async 'delete the account'(world, { donor }) {
    donor.isDeleting = true;
    if ((await sendAsDonor(world, donor, 'DELETE', '/user')).status === 204) donor.isDeleted = true;
  },

  ...clinicHandlers,

  open: async (world, tabState) => void (await createPaymentIntent(world, tabState)),
  pay: (world, tabState) => payWith(world, tabState, '4242424242424242'),
  'pay with a declined card': (world, tabState) => payWith(world, tabState, '4000000000000002'),
  'pay with a card whose refunds fail': (world, tabState) => payWith(world, tabState, '4000000000005126'),
  'pay with a disputing card': (world, tabState) => payWith(world, tabState, DISPUTING_CARD),
  'pay with authentication': (world, tabState) => payWith(world, tabState, '4000002760003184'),
  async 'accept at the bank'({ provider }, { bankPage }) {
    if (bankPage) await provider.respondAsBank(bankPage, 'accepted');
  },
  async 'refuse at the bank'({ provider }, { bankPage }) {
    if (bankPage) await provider.respondAsBank(bankPage, 'refused');
  },
  async save(world, tabState) {
    const { donor, appointmentId } = tabState;
    const transactionId = intentOf(tabState);
    if (!transactionId) return;
    const path = `/appointments/${appointmentId}`;
    const { status, body } = await sendAsDonor(world, donor, 'PUT', path, { appointmentId, transactionId });
    if (status !== 200) return;
    const before = world.acknowledged.saved.get(transactionId)?.times ?? 0;
    world.acknowledged.saved.set(transactionId, {
      appointmentId,
      times: before + Number(body?.modifiedCount),
    });
  },
  async 'refund as operator'({ provider, acknowledged }, tabState) {
    const transactionId = intentOf(tabState);
    if (transactionId && (await provider.refundAsOperator(transactionId)))
      acknowledged.refundedByOperator.add(transactionId);
  },
};

const intentOf = ({ secret }: TabState) => secret?.split('_secret_')[0];

async function request(world: World, tabState: TabState, count: number): Promise<void> {
  tabState.submitted = { day: dayAfter(world, count), key: newId() };
  await sendForm(world, tabState, tabState.submitted);
}

/** Sends the form. Later actions of the tab apply to the new appointment. */
async function sendForm(
  world: World,
  tabState: TabState,
  submitted: NonNullable<TabState['submitted']>,
): Promise<void> {
  tabState.appointmentId = (await requestDay(world, tabState.donor, submitted)) ?? tabState.appointmentId;
}

const move = (world: World, { donor, appointmentId }: TabState, count: number): Promise<void> =>
  moveTo(world, donor, appointmentId, dayAfter(world, count));

async function payWith({ provider }: World, tabState: TabState, number: string): Promise<void> {
  if (!tabState.secret) return;
  const { next_action } = await provider.pay(tabState.secret, number);
  tabState.bankPage = next_action?.redirect_to_url?.url ?? tabState.bankPage;
}
