import type { Action } from './plan.ts';
import type { World } from './world.ts';

/** What donors were told: none of it may turn out to be untrue. */
export type Told = {
  secrets: Set<string>;
  /** Transactions that were answered as saved, and how often as saved just now. */
  saved: Map<string, number>;
  cancelled: boolean;
  givenBack: Set<string>;
};

export const toldNothing = (): Told => ({
  secrets: new Set(),
  saved: new Map(),
  cancelled: false,
  givenBack: new Set(),
});

/** What a tab remembers of its own. */
type Tab = { secret?: string | undefined; bank?: string | undefined };

/** One tab from its first action to its last; a request that nobody answers is given up. */
export async function playTab(world: World, number: number, actions: readonly Action[]): Promise<void> {
  const tab: Tab = {};
  for (const action of actions) {
    await world.stage.turn(`tab ${number}`);
    world.stage.note(`tab ${number}: ${action}`);
    await acts[action](world, tab);
  }
}

const acts: Record<Action, (world: World, tab: Tab) => Promise<void>> = {
  async open(world, tab) {
    const { appointmentId, told } = world;
    const { body } = await world.ask('POST', '/create-payment-intent', { price: 5, appointmentId });
    const secret = body?.clientSecret as string | undefined;
    if (!secret) return;
    tab.secret = secret;
    told.secrets.add(secret);
  },
  pay: (world, tab) => payWith(world, tab, '4242424242424242'),
  'pay with a refused card': (world, tab) => payWith(world, tab, '4000000000000002'),
  'be asked by the bank': (world, tab) => payWith(world, tab, '4000002760003184'),
  async 'accept at the bank'({ provider }, { bank }) {
    if (bank) await provider.answerBank(bank, 'accepted');
  },
  async 'refuse at the bank'({ provider }, { bank }) {
    if (bank) await provider.answerBank(bank, 'refused');
  },
  async save(world, tab) {
    const { told, appointmentId } = world;
    const transactionId = intentOf(tab);
    if (!transactionId) return;
    const { status, body } = await world.ask('PUT', addressOf(world), { appointmentId, transactionId });
    if (status !== 200) return;
    told.saved.set(transactionId, (told.saved.get(transactionId) ?? 0) + Number(body?.modifiedCount));
  },
  async cancel(world) {
    const { status, body } = await world.ask('DELETE', addressOf(world));
    if (status === 200 && body?.deletedCount === 1) world.told.cancelled = true;
  },
  async 'look at the list'(world) {
    await world.ask('GET', addressOf(world));
  },
  async 'be given it back by the operator'({ provider, told }, tab) {
    const transactionId = intentOf(tab);
    if (transactionId && (await provider.giveBack(transactionId))) told.givenBack.add(transactionId);
  },
};

const addressOf = ({ appointmentId }: World) => `/appointments/${appointmentId}`;
const intentOf = ({ secret }: Tab) => secret?.split('_secret_')[0];

async function payWith({ provider }: World, tab: Tab, number: string): Promise<void> {
  if (!tab.secret) return;
  const { next_action } = await provider.pay(tab.secret, number);
  tab.bank = next_action?.redirect_to_url?.url ?? tab.bank;
}
