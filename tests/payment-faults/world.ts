import { type Day, dayOf, longDate } from '#contract/days.ts';
import { newId } from '#platform/ids.ts';
import type { Mail } from '#platform/messages.ts';
import { days, minutes } from '#platform/time.ts';
import { requestAppointment } from '#server/features/appointments/rules.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { serverMigrations } from '#server/schema/migrations.ts';
import { filledForm, registered } from '#server/testing/people.ts';
import { type Told, toldNothing } from './donor.ts';
import type { Plan } from './plan.ts';
import { openProvider } from './provider.ts';
import { type Process, type Sabotage, startProcess } from './server.ts';
import { createStage } from './stage.ts';
import { openWatchedFile, type WatchedDatabase } from './watched-database.ts';

export type Answer = { status: number; body?: Record<string, unknown> };
export type World = Awaited<ReturnType<typeof openWorld>>;

type Options = {
  /** Where the server keeps its data; without it an embedded database. */
  data?: WatchedDatabase;
  sabotage?: Sabotage;
};

/** A donor with two appointments, our server that may be killed and starts again, and a card provider that is always right. */
export async function openWorld({ data: given, sabotage = {} }: Options = {}) {
  const stage = createStage();
  const time = { now: Date.now() };
  const clock = () => time.now;
  const data = given ?? (await openWatchedFile([serverMigrations]));
  const provider = await openProvider(stage, clock);
  const mails = new Map<string, Mail>();
  const attention = new Set<string>();
  const surprises: unknown[] = [];
  const world = {
    stage,
    time,
    provider,
    mails,
    attention,
    surprises,
    told: toldNothing() as Told,
    appointments: ['', ''] as [string, string],
    viewer: { userId: '', email: '', sessionId: '', emailVerified: true } as Viewer,

    /** The next of the server's processes; one that was killed has started again. */
    server(): Process {
      turn = (turn + 1) % processes;
      const standing = running[turn];
      if (standing && !standing.life.ended) return standing;
      const started = startProcess(outside);
      running[turn] = started;
      return started;
    },

    /** A request of a browser. Status 0: nobody answered. */
    async ask(method: string, path: string, json?: object): Promise<Answer> {
      return send(path, {
        method,
        ...(json && { body: JSON.stringify(json), headers: { 'Content-Type': 'application/json' } }),
      });
    },

    /** The provider's event arrives. Status 0: nobody answered. */
    async receive(payload: string, signature: string): Promise<Answer> {
      return send('/stripe/webhook', {
        method: 'POST',
        body: payload,
        headers: { 'stripe-signature': signature },
      });
    },

    /** Everything as on the first day, with a new donor and new appointments. */
    async renew(plan: Pick<Plan, 'processes' | 'neighbour'>): Promise<void> {
      stage.begin(undefined);
      await Promise.all([data.wipe(), provider.wipe()]);
      mails.clear();
      attention.clear();
      surprises.length = 0;
      time.now += minutes(10);
      ({ processes } = plan);
      turn = 0;
      world.told = toldNothing();
      const { db } = world.server();
      world.viewer = await registered(db, `donor-${newId()}@example.org`);
      world.appointments = [await request(db, 3), await request(db, 4)];
      if (plan.neighbour) await provider.serveNeighbour(world.appointments[0]);
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
    viewer: () => world.viewer,
  };
  const running: (Process | undefined)[] = [];
  let processes: Plan['processes'] = 1;
  let turn = 0;

  async function request(db: Process['db'], later: number): Promise<string> {
    const date = longDate(dayOf(new Date(time.now + days(later))) as Day);
    const added = await requestAppointment({ db, clock }, world.viewer, filledForm({ date }));
    return added.success ? added.insertedId : '';
  }

  async function send(path: string, init: RequestInit): Promise<Answer> {
    const { app, life } = world.server();
    const answer = await app.request(path, init);
    const body = await answer.text();
    if (life.ended) return { status: 0 };
    if (answer.status >= 500) world.told.failures.push(`${init.method} ${path}: ${answer.status}`);
    return { status: answer.status, ...(body && { body: JSON.parse(body) }) };
  }

  return world;
}
