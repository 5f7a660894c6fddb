import { type Day, dayOf, longDate } from '#contract/days.ts';
import { newId } from '#platform/ids.ts';
import type { Mail } from '#platform/messages.ts';
import { days, minutes } from '#platform/time.ts';
import { requestAppointment } from '#server/features/appointments/rules.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { serverMigrations } from '#server/schema/migrations.ts';
import { filledForm, registered } from '#server/testing/people.ts';
import { type Told, toldNothing } from './donor.ts';
import { openProvider } from './provider.ts';
import { type Process, type Sabotage, startProcess } from './server.ts';
import { createStage } from './stage.ts';
import { openWatchedFile, type WatchedDatabase } from './watched-database.ts';

export type Answer = { status: number; body?: Record<string, unknown> };
export type World = Awaited<ReturnType<typeof openWorld>>;

type Options = {
  /** Where the server keeps its data; without it an embedded database. */
  data?: WatchedDatabase;
  /** In place of what the server does after a commit: to see that the simulation sees it. */
  sabotage?: Sabotage;
};

/** A donor with one appointment, our server that may be killed and starts again, and a card provider that is always right. */
export async function openWorld({ data: given, ...sabotage }: Options = {}) {
  const stage = createStage();
  const time = { now: Date.now() };
  const clock = () => time.now;
  const data = given ?? (await openWatchedFile([serverMigrations]));
  const provider = await openProvider(stage, clock);
  const mails = new Map<string, Mail>();
  const surprises: unknown[] = [];
  const world = {
    stage,
    time,
    provider,
    mails,
    surprises,
    told: toldNothing() as Told,
    appointmentId: '',
    viewer: { userId: '', email: '', sessionId: '' } as Viewer,

    /** The server as it runs now; after a kill it has started again. */
    server(): Process {
      if (running?.life !== stage.life()) running = startProcess(outside);
      return running;
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

    /** Everything as on the first day, with a new donor and a new appointment. */
    async renew(): Promise<void> {
      stage.begin(undefined);
      await Promise.all([data.wipe(), provider.wipe()]);
      mails.clear();
      surprises.length = 0;
      time.now += minutes(10);
      world.told = toldNothing();
      const { db } = world.server();
      world.viewer = await registered(db, `donor-${newId()}@example.org`);
      const date = longDate(dayOf(new Date(time.now + days(3))) as Day);
      const added = await requestAppointment({ db, clock }, world.viewer, filledForm({ date }));
      world.appointmentId = added.success ? added.insertedId : '';
    },

    async [Symbol.asyncDispose]() {
      await provider[Symbol.asyncDispose]();
      await data[Symbol.asyncDispose]();
    },
  };
  const outside = { ...sabotage, stage, data, provider, clock, mails, surprises, viewer: () => world.viewer };
  let running: Process | undefined;

  async function send(path: string, init: RequestInit): Promise<Answer> {
    const server = world.server();
    const answer = await server.app.request(path, init);
    const body = (await answer.json()) as Record<string, unknown>;
    return server.life === stage.life() ? { status: answer.status, body } : { status: 0 };
  }

  return world;
}
