import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { emptyLedger, type Ledger } from './ledger.ts';
import { type Acknowledged, createMember, type Member } from './member.ts';
import { type Request, type Seen, sendRequest } from './requests.ts';

export type Traffic = {
  ledger: Ledger;
  seen: readonly Seen[];
  config: Acknowledged;
  /** Somebody of their own, beside the crowd. */
  newMember(): Promise<Member>;
  /** So many more members, and what makes all of them book and upload at once. */
  gather(many: number): Promise<() => Promise<unknown>>;
  /** Sends nothing new, and resolves when all that was begun has been answered. */
  stop(): Promise<void>;
};

/** So many times of a hundred. */
const visits = [
  [16, '/api/reviews'],
  [14, '/api/photo?limit=24'],
  [10, '/api/config'],
  [8, '/'],
  [6, '/about'],
] as const;
export type Works = readonly [part: number, work: (member: Member) => Promise<unknown>][];
const usualWorks: Works = [
  [20, (member) => member.list()],
  [13, (member) => member.book()],
  [5, (member) => member.cancel()],
  [4, (member) => member.pay()],
  [2, (member) => member.addPhoto()],
  [2, (member) => member.signIn()],
];

/** So many members come one after the other; each does one thing after another, with a rest of `restMs` on average. */
export async function startTraffic(options: {
  origin: string;
  members: number;
  restMs: number;
  works?: Works;
  /** Of an earlier traffic, to go on with. */
  ledger?: Ledger;
  random?: () => number;
  /** How long a request may be sent again until it is answered. */
  timeoutMs?: number;
  /** Confirms a member's address; without it no member gets a receipt. */
  confirmAddress?: (email: string) => Promise<void>;
}): Promise<Traffic> {
  const {
    origin,
    members,
    restMs,
    works = usualWorks,
    ledger = emptyLedger(),
    random = Math.random,
  } = options;
  const seen: Seen[] = [];
  const send = (request: Request) => sendRequest(origin, request, (one) => seen.push(one), options.timeoutMs);
  const config = (await send({ what: 'visit', method: 'GET', path: '/api/config' })).json as Acknowledged;
  const deps = {
    ask: send,
    config,
    ledger,
    picture: await makePicture(),
    confirmAddress: options.confirmAddress,
  };
  let over = false;

  async function visit(path: string): Promise<void> {
    const { status } = await send({ what: 'visit', method: 'GET', path });
    if (status !== 200) ledger.faults.push(`GET ${path}: ${status}`);
  }

  async function live(): Promise<void> {
    await pause(random() * restMs * members * 0.2);
    const member = await createMember(deps);
    const all: [number, () => Promise<unknown>][] = [
      ...visits.map(([part, path]): [number, () => Promise<unknown>] => [part, () => visit(path)]),
      ...works.map(([part, work]): [number, () => Promise<unknown>] => [part, () => work(member)]),
    ];
    while (!over) {
      await oneOf(all, random)();
      await pause(restMs * (0.5 + random()));
    }
  }

  const living = Promise.all(Array.from({ length: members }, live));
  // Told by stop(); until then it must not end the process.
  living.catch(() => {});
  return {
    ledger,
    seen,
    config,
    newMember: () => createMember(deps),
    async gather(many) {
      const crowd = await Promise.all(Array.from({ length: many }, () => createMember(deps)));
      return () => Promise.all(crowd.flatMap((member) => [member.book(), member.addPhoto()]));
    },
    async stop() {
      over = true;
      await living;
    },
  };
}

function oneOf<Choice>(choices: readonly [part: number, choice: Choice][], random: () => number): Choice {
  let left = random() * choices.reduce((sum, [part]) => sum + part, 0);
  for (const [part, choice] of choices) {
    left -= part;
    if (left < 0) return choice;
  }
  return (choices[0] as [number, Choice])[1];
}

async function makePicture(): Promise<Uint8Array<ArrayBuffer>> {
  const plain = sharp({ create: { width: 320, height: 240, channels: 3, background: '#a3122a' } });
  return new Uint8Array(await plain.jpeg().toBuffer());
}
