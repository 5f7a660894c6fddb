import { newId } from '#platform/ids.ts';
import { days } from '#platform/time.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import { signIn } from '#server/features/account/sign-in.ts';
import { requestAppointment } from '#server/features/appointments/rules.ts';
import { filledForm } from '#server/testing/people.ts';
import { createTestCore } from '#server/testing/test-core.ts';
import { addClinic } from './clinics.ts';
import {
  createDonor,
  type Donor,
  dayAfter,
  type Registered,
  type WorldRequest,
  type WorldResponse,
} from './donor.ts';
import { createMailServer } from './mail-server.ts';
import type { Plan } from './plan.ts';
import { openProvider } from './provider.ts';
import { createSimulation } from './scheduler.ts';
import { createClaims, createTestTokens, type Mutation, type Process, startProcess } from './server.ts';
import { openWatchedFile, type WatchedDatabase } from './watched-database.ts';

export type World = Awaited<ReturnType<typeof openWorld>>;

/** What responses have told donors and the operator about payments. */
const createAcknowledged = () => ({
  clientSecrets: new Set<string>(),
  /** Saved transactions: the appointment, and how often the response said that it was newly saved. */
  saved: new Map<string, { appointmentId: string; times: number }>(),
  refundedByOperator: new Set<string>(),
  /** Requests with a server error as the response. */
  failures: [] as string[],
});

/**
 * Half an hour after reminders for the next day are due. The time is in the future, because a signed event
 * must not be older than the real time.
 */
const START = Date.UTC(2040, 10, 21, 10, 30);

type Options = {
  /** Database of the server, by default SQLite. */
  data?: WatchedDatabase;
  mutation?: Mutation;
  /** Whether the site has a clinic, for plans of `anyClinics`. */
  hasClinics?: boolean;
};

/**
 * Creates donors with appointments, our server, which may be killed and restarted, and a card provider
 * without faults.
 */
export async function openWorld({ data: customData, mutation = {}, hasClinics = false }: Options = {}) {
  const simulation = createSimulation();
  const time = { now: START };
  const clock = () => time.now;
  const data = customData ?? (await openWatchedFile([serverMigrations]));
  for (const statement of mutation.prepare ?? []) await data.run(statement);
  const provider = await openProvider(simulation, clock, { inFile: customData !== undefined });
  const mailServer = createMailServer(simulation);
  const operatorAlerts = new Set<string>();
  const unexpectedErrors: unknown[] = [];
  const world = {
    simulation,
    time,
    provider,
    mailServer,
    operatorAlerts,
    unexpectedErrors,
    start: START,
    acknowledged: createAcknowledged(),
    donors: [] as Donor[],
    hasClinics,
    /** The clinic, its series, and the token of its coordinator. */
    clinic: { centerId: '', seriesId: '', token: '' },
    /** Number of events at the provider when the jobs last read them. */
    eventsRead: -1,

    /** Returns the next server process. Starts it again if it was killed. */
    server(): Process {
      processIndex = (processIndex + 1) % processes;
      const current = startedProcesses[processIndex];
      if (current && !current.processState.hasEnded) return current;
      const started = startProcess(processIndex, environment);
      startedProcesses[processIndex] = started;
      return started;
    },

    /** Sends a request as a browser. Returns status 0 if there is no response. */
    async request(
      method: string,
      path: string,
      { token, json, headers }: WorldRequest,
    ): Promise<WorldResponse> {
      const all = {
        ...headers,
        ...(json && { 'Content-Type': 'application/json' }),
        ...(token && { Authorization: `Bearer ${token}` }),
      };
      return send(path, { method, headers: all, ...(json && { body: JSON.stringify(json) }) });
    },

    /** Delivers an event of the provider. Returns status 0 if there is no response. */
    async receive(payload: string, signature: string): Promise<WorldResponse> {
      return send('/stripe/webhook', {
        method: 'POST',
        body: payload,
        headers: { 'stripe-signature': signature },
      });
    },

    /** Resets everything to the first day: the same donors with the same appointments. */
    async reset(plan: Pick<Plan, 'processes' | 'hasOtherSite' | 'tabs'>): Promise<void> {
      simulation.start(undefined);
      time.now = START;
      mailServer.clear();
      operatorAlerts.clear();
      unexpectedErrors.length = 0;
      world.eventsRead = -1;
      ({ processes } = plan);
      processIndex = 0;
      const donorCount = 1 + Math.max(...plan.tabs.map(({ donor }) => donor));
      const name = `${donorCount} donors, ${plan.hasOtherSite ? 'with another site' : 'alone'}`;
      const savedState = data.restore && initialStates.get(name);
      if (savedState) {
        data.restore?.(name);
        provider.restore(name);
      } else await createInitialState(name, donorCount, plan.hasOtherSite);
      world.clinic = clinicsByState.get(name) ?? world.clinic;
      world.acknowledged = createAcknowledged();
      world.donors = (initialStates.get(name) ?? []).map(createDonor);
    },

    async [Symbol.asyncDispose]() {
      await provider[Symbol.asyncDispose]();
      await data[Symbol.asyncDispose]();
    },
  };
  const environment = {
    mutation,
    simulation,
    data,
    provider,
    clock,
    mailServer,
    operatorAlerts,
    unexpectedErrors,
    donors: () => world.donors,
    hasClinics,
  };
  const clinicsByState = new Map<string, typeof world.clinic>();
  const initialStates = new Map<string, Registered[]>();
  const startedProcesses: (Process | undefined)[] = [];
  let processes: Plan['processes'] = 1;
  let processIndex = 0;

  /** Creates donors, who requested their appointments days before the start, so that reminders are due. */
  async function createInitialState(name: string, donorCount: number, hasOtherSite: boolean): Promise<void> {
    await Promise.all([data.wipe(), provider.data.wipe()]);
    const donors: Registered[] = [];
    while (donors.length < donorCount) donors.push(await register(donors.length));
    if (hasOtherSite) await provider.createOtherSiteCharges(donors[0]?.appointments[0]?.[0] ?? '');
    if (hasClinics) clinicsByState.set(name, await registerCoordinator());
    initialStates.set(name, donors);
    if (!data.save) return;
    data.save(name);
    provider.data.save?.(name);
  }

  async function register(number: number): Promise<Registered> {
    const { db } = world.server();
    const donor = { number, userId: newId(), email: `donor-${number}@example.org` };
    const claims = createClaims(donor, START);
    const { token } = await signIn(
      {
        db,
        clock,
        tokens: createTestTokens(db),
        identity: { findActiveSession: async () => ({}) },
        features: [],
      },
      claims,
      donor,
    );
    const viewer = { ...donor, sessionId: token };
    const earlier = () => START - days(3);
    const appointments: Registered['appointments'] = [];
    for (const day of [dayAfter(world, 1), dayAfter(world, 2)]) {
      const fields = filledForm({ date: day });
      const added = await requestAppointment(
        createTestCore(db, undefined, { clock: earlier }),
        viewer,
        fields,
      );
      if (added.success) appointments.push([added.insertedId, day]);
    }
    return { ...donor, token, appointments };
  }

  /** Registers an owner in a shift, with a second factor, who adds a clinic. */
  async function registerCoordinator(): Promise<typeof world.clinic> {
    const { db } = world.server();
    const { userId, token } = await register(9);
    await db.updateTable('sessions').set({ second_factor: 'totp' }).where('user_id', '=', userId).execute();
    await db
      .insertInto('staff_roles')
      .values({ user_id: userId, role: 'owner', center_id: '', granted_at: START })
      .execute();
    return { ...(await addClinic(world, token)), token };
  }

  async function send(path: string, init: RequestInit): Promise<WorldResponse> {
    const { app, processState } = world.server();
    const response = await app.request(path, init);
    const body = await response.text();
    if (processState.hasEnded) return { status: 0 };
    if (response.status >= 500)
      world.acknowledged.failures.push(`${init.method} ${path}: ${response.status}`);
    return { status: response.status, ...(body && { body: JSON.parse(body) }) };
  }

  return world;
}
