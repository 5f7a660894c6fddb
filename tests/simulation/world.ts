import { formatLongDate } from '#contract/days.ts';
import { newId } from '#platform/ids.ts';
import { days } from '#platform/time.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import { requestAppointment } from '#server/features/appointments/rules.ts';
import { registerUser } from '#server/features/users/rules.ts';
import { filledForm } from '#server/testing/people.ts';
import { createDonor, type Donor, dayAfter, type Registered } from './donor.ts';
import { createMailServer } from './mail-server.ts';
import type { Plan } from './plan.ts';
import { openProvider } from './provider.ts';
import { createStage } from './scheduler.ts';
import { type Process, personOf, type Sabotage, startProcess, tokensOf } from './server.ts';
import { openWatchedFile, type WatchedDatabase } from './watched-database.ts';

export type WorldResponse = { status: number; body?: Record<string, unknown> };
export type World = Awaited<ReturnType<typeof openWorld>>;

/** What donors were told about money. */
const toldNothing = () => ({
  secrets: new Set<string>(),
  /** Transactions that were answered as saved: for which appointment, and how often as saved just now. */
  saved: new Map<string, { appointmentId: string; times: number }>(),
  givenBack: new Set<string>(),
  /** Answers that say it is our fault. */
  failures: [] as string[],
});

/** Half an hour after the reminders of tomorrow are due. Far ahead: a signed event may not be older than the real time. */
const START = Date.UTC(2040, 10, 21, 10, 30);

type Sent = { token?: string; json?: object | undefined; headers?: Record<string, string> | undefined };
type Options = {
  /** Where the server keeps its data; without it an embedded database. */
  data?: WatchedDatabase;
  sabotage?: Sabotage;
};

/** Donors with appointments, our server that may be killed and starts again, and a card provider that is always right. */
export async function openWorld({ data: given, sabotage = {} }: Options = {}) {
  const stage = createStage();
  const time = { now: START };
  const clock = () => time.now;
  const data = given ?? (await openWatchedFile([serverMigrations]));
  for (const statement of sabotage.prepare ?? []) await data.run(statement);
  const provider = await openProvider(stage, clock, { inFile: given !== undefined });
  const mails = createMailServer(stage);
  const attention = new Set<string>();
  const surprises: unknown[] = [];
  const world = {
    stage,
    time,
    provider,
    mails,
    attention,
    surprises,
    start: START,
    told: toldNothing(),
    donors: [] as Donor[],
    /** How many events the provider had when the jobs read them last, all else being well. */
    eventsRead: -1,

    /** The next of the server's processes; one that was killed has started again. */
    server(): Process {
      turn = (turn + 1) % processes;
      const standing = running[turn];
      if (standing && !standing.life.ended) return standing;
      const started = startProcess(turn, outside);
      running[turn] = started;
      return started;
    },

    /** A request of a browser. Status 0: nobody answered. */
    async ask(method: string, path: string, { token, json, headers }: Sent): Promise<WorldResponse> {
      const all = {
        ...headers,
        ...(json && { 'Content-Type': 'application/json' }),
        ...(token && { Authorization: `Bearer ${token}` }),
      };
      return send(path, { method, headers: all, ...(json && { body: JSON.stringify(json) }) });
    },

    /** The provider's event arrives. Status 0: nobody answered. */
    async receive(payload: string, signature: string): Promise<WorldResponse> {
      return send('/stripe/webhook', {
        method: 'POST',
        body: payload,
        headers: { 'stripe-signature': signature },
      });
    },

    /** Everything as on the first day: the same donors with the same appointments. */
    async renew(plan: Pick<Plan, 'processes' | 'neighbour' | 'tabs'>): Promise<void> {
      stage.begin(undefined);
      time.now = START;
      mails.clear();
      attention.clear();
      surprises.length = 0;
      world.eventsRead = -1;
      ({ processes } = plan);
      turn = 0;
      const people = plan.tabs.some(({ donor }) => donor === 1) ? 2 : 1;
      const name = `${people} donors, ${plan.neighbour ? 'with a neighbour' : 'alone'}`;
      const known = data.restore && beginnings.get(name);
      if (known) {
        data.restore?.(name);
        provider.restore(name);
      } else await begin(name, people, plan.neighbour);
      world.told = toldNothing();
      world.donors = (beginnings.get(name) ?? []).map(createDonor);
    },

    async [Symbol.asyncDispose]() {
      await provider[Symbol.asyncDispose]();
      await data[Symbol.asyncDispose]();
    },
  };
  const outside = {
    sabotage,
    stage,
    data,
    provider,
    clock,
    mails,
    attention,
    surprises,
    donors: () => world.donors,
  };
  const beginnings = new Map<string, Registered[]>();
  const running: (Process | undefined)[] = [];
  let processes: Plan['processes'] = 1;
  let turn = 0;

  /** Long before the start, so that they are to be reminded. */
  async function begin(name: string, people: number, neighbour: boolean): Promise<void> {
    await Promise.all([data.wipe(), provider.data.wipe()]);
    const donors: Registered[] = [];
    while (donors.length < people) donors.push(await register(donors.length));
    if (neighbour) await provider.serveNeighbour(donors[0]?.booked[0]?.[0] ?? '');
    beginnings.set(name, donors);
    if (!data.save) return;
    data.save(name);
    provider.data.save?.(name);
  }

  async function register(number: number): Promise<Registered> {
    const { db } = world.server();
    const donor = { number, userId: newId(), email: `donor-${number}@example.org` };
    const person = personOf(donor, START);
    const { token } = await registerUser(
      { db, clock, tokens: tokensOf(db), identity: { isSessionActive: async () => true } },
      person,
      donor,
    );
    const viewer = { ...donor, sessionId: token, emailVerified: true };
    const earlier = () => START - days(3);
    const booked: Registered['booked'] = [];
    for (const day of [dayAfter(world, 1), dayAfter(world, 2)]) {
      const fields = filledForm({ date: formatLongDate(day) });
      const added = await requestAppointment({ db, clock: earlier }, viewer, fields);
      if (added.success) booked.push([added.insertedId, day]);
    }
    return { ...donor, token, booked };
  }

  async function send(path: string, init: RequestInit): Promise<WorldResponse> {
    const { app, life } = world.server();
    const answer = await app.request(path, init);
    const body = await answer.text();
    if (life.ended) return { status: 0 };
    if (answer.status >= 500) world.told.failures.push(`${init.method} ${path}: ${answer.status}`);
    return { status: answer.status, ...(body && { body: JSON.parse(body) }) };
  }

  return world;
}
