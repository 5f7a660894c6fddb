import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import sharp from 'sharp';
import { inject } from 'vitest';
import type { PublicConfig } from '#contract/config.ts';
import { type Day, formatLongDate, toDay } from '#contract/days.ts';
import type { StaffRole } from '#contract/staff-access.ts';
import { openDatabase } from '#platform/database/open.ts';
import { databaseFile } from '#platform/files/data-folder.ts';
import { openSecrets } from '#platform/security/secrets.ts';
import { openCuttableConnection } from '#platform/testing/cut-connection.ts';
import { copyMigratedDatabase, createPostgresDatabase } from '#platform/testing/databases.ts';
import { testLog } from '#platform/testing/log-collector.ts';
import { createTestDatabaseClock } from '#platform/testing/test-database-clock.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import { readConfig } from '../app/config/config.ts';
import { createApp } from '../app/create-app.ts';
import { builtInMigrations } from '../app/integrations/integrations.ts';
import type { BuiltPages } from '../app/pages.ts';

export type Member = { email: string; userId: string; idToken: string; token: string };
export type RequestOptions = {
  json?: unknown;
  token?: string | undefined;
  headers?: Record<string, string>;
  body?: BodyInit;
};
export type TestApp = Awaited<ReturnType<typeof createTestApp>>;

const allMigrations = [serverMigrations, ...builtInMigrations];

/** Creates the whole app in memory, with its own data folder. `time.offsetMs` moves its clock. */
export async function createTestApp(
  environment: Record<string, string> = {},
  log = testLog(),
  builtPages?: BuiltPages,
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'blood-buddies-app-'));
  const config = readConfig({ DATA_DIR: dataDir, RATE_LIMIT_SCALE: '100', ...environment });
  const time = { offsetMs: 0 };
  const clock = () => Date.now() + time.offsetMs;
  if (!config.databaseUrl && config.dataDir === dataDir) await copyMigratedDatabase(dataDir, allMigrations);
  const databaseClock = createTestDatabaseClock(clock);
  const app = await createApp({
    config,
    clock,
    databaseClock,
    log,
    ...(builtPages && { builtPages }),
  }).catch((error: unknown) => {
    rmSync(dataDir, { recursive: true });
    throw error;
  });

  async function send(
    method: string,
    path: string,
    { json, token, headers, body }: RequestOptions = {},
  ): Promise<Response> {
    return app.router.request(`${config.publicUrl}${path}`, {
      method,
      headers: {
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
        ...(token && { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(json !== undefined
        ? { body: JSON.stringify(json) }
        : body !== undefined
          ? { body, duplex: 'half' }
          : {}),
    });
  }
  const publicConfig = (await (await send('GET', '/api/config')).json()) as PublicConfig;

  /** Calls the API as the member `by`, if given. Returns the status and the body. */
  async function callApi<Body = ReturnType<typeof JSON.parse>>(
    by: { token?: string } | undefined,
    method: string,
    path: string,
    json?: unknown,
  ): Promise<{ status: number; body: Body }> {
    const response = await send(method, `/api${path}`, { json, token: by?.token });
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : undefined };
  }

  /** Calls the identity provider, for example `signUp`. */
  const callIdentity = (
    call: string,
    json: object,
    headers: Record<string, string> = {},
  ): Promise<Response> =>
    send('POST', `/identity/v1/accounts:${call}?key=${publicConfig.identity.apiKey}`, { json, headers });

  async function authenticate(call: string, email: string, password: string): Promise<Member> {
    const response = await callIdentity(call, { email, password, returnSecureToken: true });
    const { idToken, localId } = (await response.json()) as { idToken: string; localId: string };
    const { token } = await exchange(email, idToken);
    return { email, userId: localId, idToken, token };
  }

  const register = (email = `${randomUUID()}@example.org`, password = 'correct horse'): Promise<Member> =>
    authenticate('signUp', email, password);

  /** Signs in a registered member, who may have registered on an earlier app with the same data. */
  const signIn = (email: string, password = 'correct horse'): Promise<Member> =>
    authenticate('signInWithPassword', email, password);

  /**
   * Confirms the member's email address with the link from the email. The product server sees the
   * confirmation at the next sign-in.
   */
  async function confirmAddress({ email, idToken }: Member): Promise<void> {
    await callIdentity('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken });
    await app.jobs.find((job) => job.name === 'deliver-messages')?.run();
    const confirmation = emailsTo(email).findLast((text) => text.includes('mode=verifyEmail'));
    const oobCode = /oobCode=([\w-]+)/.exec(confirmation ?? '')?.[1];
    const response = await callIdentity('update', { oobCode });
    if (response.status !== 200) throw new Error(`The email address was not confirmed: ${response.status}`);
  }

  /** Registers a member with a confirmed email address. */
  async function registerConfirmed(email?: string): Promise<Member> {
    const member = await register(email);
    await confirmAddress(member);
    return signIn(member.email);
  }

  /**
   * Registers members with confirmed addresses whose accounts are older than a day, so that their reports
   * count.
   */
  async function registerReporters(count: number): Promise<Member[]> {
    const members = [];
    for (let n = 0; n < count; n += 1) members.push(await registerConfirmed());
    time.offsetMs += 25 * 3_600_000;
    return Promise.all(members.map(({ email }) => signIn(email)));
  }

  const emails = () => {
    const files = readdirSync(config.outboxDir).filter((file) => file.endsWith('.eml'));
    return files.map((file) => readFileSync(join(config.outboxDir, file), 'utf8'));
  };

  /** Returns the emails to an address, decoded so that links are not split over lines. */
  const emailsTo = (email: string): string[] =>
    emails()
      .filter((raw) => raw.includes(`To: ${email}`))
      .map((raw) => raw.replaceAll('=\n', '').replaceAll('=3D', '='));

  async function exchange(email: string, idToken: string): Promise<{ token: string }> {
    const response = await send('PUT', '/api/user', { json: { email }, token: idToken });
    if (response.status !== 200) throw new Error(`PUT /api/user responded ${response.status}`);
    return (await response.json()) as { token: string };
  }

  const openAppDatabase = () =>
    openDatabase(config.databaseUrl ? { url: config.databaseUrl } : { dataDir: config.dataDir });
  /** Opens the SQLite database that the app uses. */
  const openSqlite = () => new DatabaseSync(join(config.dataDir, databaseFile));

  /**
   * Gives a member a role for the whole site, or for one center, and marks the member's sessions as signed in
   * with a second factor.
   */
  function giveRole({ userId }: Member, role: StaffRole, centerId = ''): void {
    using database = openSqlite();
    database.prepare('insert into staff_roles values (?, ?, ?, 0)').run(userId, role, centerId);
    database.prepare("update sessions set second_factor = 'totp' where user_id = ?").run(userId);
  }

  return {
    ...app,
    config,
    publicConfig,
    dataDir,
    time,
    clock,
    send,
    callApi,
    callIdentity,
    register,
    registerConfirmed,
    registerReporters,
    confirmAddress,
    signIn,
    exchange,
    openDatabase: openAppDatabase,
    openSqlite,
    giveRole,
    async runJob(name: string) {
      const job = app.jobs.find((candidate) => candidate.name === name);
      if (!job) throw new Error(`There is no job ${name}.`);
      await job.run();
    },
    emails,
    emailsTo,
    /** Reads a secret of the app from its data. */
    async secret(name: string) {
      const db = await openDatabase({ dataDir });
      const secret = await (await openSecrets({ db, dataDir }))(name);
      await db.destroy();
      return secret;
    },
    async [Symbol.asyncDispose]() {
      await app.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

/** Creates the app on a new PostgreSQL database, which is dropped with the app. `connection` can be cut. */
export async function createPostgresApp(environment: Record<string, string> = {}, log = testLog()) {
  const { url, drop } = await createPostgresDatabase(inject('postgresUrl'));
  const connection = await openCuttableConnection(url);
  const settings = { DATABASE_URL: connection.url, SECRET_KEY: 'a key for these tests' };
  const app = await createTestApp({ ...settings, ...environment }, log);
  return {
    ...app,
    connection,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await connection.cut();
      await drop();
    },
  };
}

/** Returns the day in `days` days, in the format of the API. */
export const daysFromNow = (days: number): string =>
  formatLongDate(toDay(new Date(Date.now() + days * 86_400_000)) as Day);

export const filledForm = (email: string, changes: Record<string, unknown> = {}) => ({
  name: 'Rahim Uddin',
  phone: '01712345678',
  center: 'Dhaka Medical College',
  bloodGroup: 'O+',
  opinion: 'Kind people.',
  date: daysFromNow(3),
  email,
  ...changes,
});

/** Sends the appointment form as the browser does. */
export function requestAppointment(
  app: TestApp,
  member: Member,
  changes: Record<string, unknown> = {},
  options: RequestOptions = {},
) {
  const json = filledForm(member.email, changes);
  const query = new URLSearchParams({ email: member.email, date: String(json.date) });
  return app.send('POST', `/api/appointments?${query}`, { json, token: member.token, ...options });
}

/** Creates an appointment and returns its id. */
export async function addAppointment(app: TestApp, member: Member, changes: Record<string, unknown> = {}) {
  const response = (await (await requestAppointment(app, member, changes)).json()) as { insertedId: string };
  return response.insertedId;
}

/** Opens the payment page of an appointment and returns the client secret. */
export async function createPaymentIntent(
  app: TestApp,
  { token }: Pick<Member, 'token'>,
  appointmentId: string,
) {
  const json = { price: 5, appointmentId };
  const response = await app.send('POST', '/api/create-payment-intent', { json, token });
  return ((await response.json()) as { clientSecret: string }).clientSecret;
}

export const intentOf = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? '';

/** Pays as a browser does: payment method, then confirmation. Returns the provider's response. */
export async function payByCard(app: TestApp, clientSecret: string, number = '4242424242424242') {
  const { publishableKey } = app.publicConfig.cards;
  const post = async (path: string, fields: Record<string, string>) => {
    const body = new URLSearchParams({ key: publishableKey, ...fields });
    const response = await app.send('POST', `/cards/v1/${path}`, { body });
    return { status: response.status, ...((await response.json()) as { id: string; status?: string }) };
  };
  const method = await post('payment_methods', {
    type: 'card',
    'card[number]': number,
    'card[exp_month]': '12',
    'card[exp_year]': '2040',
    'card[cvc]': '123',
    'billing_details[name]': 'Rahim Uddin',
  });
  const [intent = ''] = clientSecret.split('_secret_');
  return post(`payment_intents/${intent}/confirm`, {
    client_secret: clientSecret,
    payment_method: method.id,
  });
}

/** Uploads a picture of one color and returns its URL. */
export async function uploadPicture(
  app: TestApp,
  member: Member,
  { width, height } = { width: 40, height: 30 },
): Promise<string> {
  const picture = await sharp({ create: { width, height, channels: 3, background: '#a3122a' } })
    .jpeg()
    .toBuffer();
  const body = new FormData();
  body.set('image', new File([new Uint8Array(picture)], 'donors.jpg'));
  const { key } = app.publicConfig.contentImages;
  const response = await app.send('POST', `/images/1/upload?key=${key}`, { body, token: member.token });
  return ((await response.json()) as { data: { url: string } }).data.url;
}
