import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { createLedger, type Ledger } from './ledger.ts';
import { createMember, type Member, type PublicConfig } from './member.ts';
import { type Attempt, type ClusterResponse, type Request, sendRequest } from './requests.ts';

export type Traffic = {
  ledger: Ledger;
  attempts: readonly Attempt[];
  config: PublicConfig;
  send(request: Request): Promise<ClusterResponse>;
  /** Creates a member who does nothing without the caller. */
  newMember(): Promise<Member>;
  /** Creates more members. The returned function makes all of them book and upload at the same time. */
  createCrowd(count: number): Promise<() => Promise<unknown>>;
  /** Sends no new requests and resolves when all started ones have finished. */
  stop(): Promise<void>;
};

/** Page visits with their weights, to which the weights of the actions are compared. */
const VISITS = [
  [16, '/api/reviews'],
  [14, '/api/photo?limit=24'],
  [10, '/api/config'],
  [8, '/'],
  [6, '/about'],
] as const;
export type WeightedActions = readonly [weight: number, action: (member: Member) => Promise<unknown>][];
const DEFAULT_ACTIONS: WeightedActions = [
  [20, (member) => member.list()],
  [13, (member) => member.book()],
  [5, (member) => member.cancel()],
  [4, (member) => member.pay()],
  [2, (member) => member.addPhoto()],
  [2, (member) => member.signIn()],
  [6, (member) => member.requestSlot()],
  [6, (member) => member.chooseSlot()],
  [4, (member) => member.moveSlot()],
  [1, (member) => member.leaveWaitingList()],
];

/** Starts members who act one after another, with an average pause of `restMs` between actions. */
export async function startTraffic(options: {
  origin: string;
  members: number;
  restMs: number;
  actions?: WeightedActions;
  /** Ledger of an earlier traffic, to continue it. */
  ledger?: Ledger;
  random?: () => number;
  /** How long a request is repeated, in ms. */
  timeoutMs?: number;
  /** Confirms a member's email address. Without it no member gets receipts. */
  confirmAddress?: (email: string) => Promise<void>;
}): Promise<Traffic> {
  const {
    origin,
    members,
    restMs,
    actions = DEFAULT_ACTIONS,
    ledger = createLedger(),
    random = Math.random,
  } = options;
  const attempts: Attempt[] = [];
  const send = (request: Request) =>
    sendRequest(origin, request, (one) => attempts.push(one), options.timeoutMs);
  const config = (await send({ label: 'visit', method: 'GET', path: '/api/config' })).json as PublicConfig;
  const deps = {
    send,
    config,
    ledger,
    picture: await makePicture(),
    confirmAddress: options.confirmAddress,
  };
  let isStopped = false;

  async function visit(path: string): Promise<void> {
    const { status } = await send({ label: 'visit', method: 'GET', path });
    if (status !== 200) ledger.faults.push(`GET ${path}: ${status}`);
  }

  async function runMember(): Promise<void> {
    await pause(random() * restMs * members * 0.2);
    const member = await createMember(deps);
    const all: [number, () => Promise<unknown>][] = [
      ...VISITS.map(([weight, path]): [number, () => Promise<unknown>] => [weight, () => visit(path)]),
      ...actions.map(([weight, action]): [number, () => Promise<unknown>] => [weight, () => action(member)]),
    ];
    while (!isStopped) {
      await pickWeighted(all, random)();
      await pause(restMs * (0.5 + random()));
    }
  }

  const running = Promise.all(Array.from({ length: members }, runMember));
  // `stop` reports a rejection, which must not end the process earlier.
  running.catch(() => {});
  return {
    ledger,
    attempts,
    config,
    send,
    newMember: () => createMember(deps),
    async createCrowd(count) {
      const crowd = await Promise.all(Array.from({ length: count }, () => createMember(deps)));
      return () => Promise.all(crowd.flatMap((member) => [member.book(), member.addPhoto()]));
    },
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

function pickWeighted<Choice>(
  choices: readonly [weight: number, choice: Choice][],
  random: () => number,
): Choice {
  let remaining = random() * choices.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, choice] of choices) {
    remaining -= weight;
    if (remaining < 0) return choice;
  }
  return (choices[0] as [number, Choice])[1];
}

async function makePicture(): Promise<Uint8Array<ArrayBuffer>> {
  const image = sharp({ create: { width: 320, height: 240, channels: 3, background: '#a3122a' } });
  return new Uint8Array(await image.jpeg().toBuffer());
}
