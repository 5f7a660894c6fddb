import { type Day, dayOf, longDate } from '#contract/days.ts';
import { days } from '#platform/time.ts';
import type { Action, Tab } from './plan.ts';
import type { World } from './world.ts';

/** What donors were told: none of it may turn out to be untrue. */
export type Told = {
  secrets: Set<string>;
  /** Transactions that were answered as saved: for which appointment, and how often as saved just now. */
  saved: Map<string, { appointmentId: string; times: number }>;
  cancelled: Set<string>;
  accountGone: boolean;
  givenBack: Set<string>;
  /** Answers that say it is our fault. */
  failures: string[];
};

export const toldNothing = (): Told => ({
  secrets: new Set(),
  saved: new Map(),
  cancelled: new Set(),
  accountGone: false,
  givenBack: new Set(),
  failures: [],
});

/** What a tab remembers of its own. */
type Memory = { appointmentId: string; secret?: string | undefined; bank?: string | undefined };

/** One tab from its first action to its last; a request that nobody answers is given up. */
export async function playTab(world: World, number: number, { of, actions }: Tab): Promise<void> {
  const memory: Memory = { appointmentId: world.appointments[of] };
  for (const action of actions) {
    await world.stage.turn(`tab ${number}`);
    world.stage.note(`tab ${number}: ${action}`);
    await acts[action](world, memory);
  }
}

/** Gives the status; a secret that is answered is remembered as told. */
export async function openCharge(world: World, memory: Memory): Promise<number> {
  const { appointmentId } = memory;
  const { status, body } = await world.ask('POST', '/create-payment-intent', { price: 5, appointmentId });
  const secret = body?.clientSecret as string | undefined;
  if (secret) {
    memory.secret = secret;
    world.told.secrets.add(secret);
  }
  return status;
}

const acts: Record<Action, (world: World, memory: Memory) => Promise<void>> = {
  open: async (world, memory) => void (await openCharge(world, memory)),
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
    const { appointmentId } = memory;
    const transactionId = intentOf(memory);
    if (!transactionId) return;
    const { status, body } = await world.ask('PUT', addressOf(memory), { appointmentId, transactionId });
    if (status !== 200) return;
    const before = world.told.saved.get(transactionId)?.times ?? 0;
    world.told.saved.set(transactionId, { appointmentId, times: before + Number(body?.modifiedCount) });
  },
  async cancel(world, memory) {
    const { status, body } = await world.ask('DELETE', addressOf(memory));
    if (status === 200 && body?.deletedCount === 1) world.told.cancelled.add(memory.appointmentId);
  },
  async 'move the day'(world, memory) {
    const date = longDate(dayOf(new Date(world.time.now + days(10))) as Day);
    await world.ask('PATCH', addressOf(memory), { date });
  },
  async 'look at it'(world, memory) {
    await world.ask('GET', addressOf(memory));
  },
  async 'be given it back by the operator'({ provider, told }, memory) {
    const transactionId = intentOf(memory);
    if (transactionId && (await provider.giveBack(transactionId))) told.givenBack.add(transactionId);
  },
  async 'delete the account'(world) {
    const { status } = await world.ask('DELETE', '/user');
    if (status === 204) world.told.accountGone = true;
  },
};

const addressOf = ({ appointmentId }: Memory) => `/appointments/${appointmentId}`;
const intentOf = ({ secret }: Memory) => secret?.split('_secret_')[0];

async function payWith({ provider }: World, memory: Memory, number: string): Promise<void> {
  if (!memory.secret) return;
  const { next_action } = await provider.pay(memory.secret, number);
  memory.bank = next_action?.redirect_to_url?.url ?? memory.bank;
}
