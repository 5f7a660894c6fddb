import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { PublicConfig } from '#contract/config.ts';
import { type Day, formatLongDate, toDay } from '#contract/days.ts';
import { openDatabase } from '#platform/database/open.ts';
import { openSecrets } from '#platform/security/secrets.ts';
import { copyMigratedDatabase } from '#platform/testing/databases.ts';
import { testLog } from '#platform/testing/log-collector.ts';
import { testDatabaseClock } from '#platform/testing/test-database-clock.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import { readConfig } from '../app/config/config.ts';
import { createApp } from '../app/create-app.ts';
import { builtInMigrations } from '../app/integrations/integrations.ts';

export type Member = { email: string; userId: string; idToken: string; token: string };
export type Sent = {
  json?: unknown;
  token?: string | undefined;
  headers?: Record<string, string>;
  body?: BodyInit;
};
export type TestApp = Awaited<ReturnType<typeof createTestApp>>;

const allMigrations = [serverMigrations, ...builtInMigrations];

/** The whole app in memory, with a data folder of its own and a clock that the test may hold. */
export async function createTestApp(
  environment: Record<string, string> = {},
  log = testLog(),
  siteFolder?: string,
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'blood-buddies-app-'));
  const config = readConfig({ DATA_DIR: dataDir, RATE_LIMIT_SCALE: '100', ...environment });
  const time = { ahead: 0 };
  const clock = () => Date.now() + time.ahead;
  if (!config.databaseUrl && config.dataDir === dataDir) await copyMigratedDatabase(dataDir, allMigrations);
  const databaseClock = testDatabaseClock(clock);
  const app = await createApp({
    config,
    clock,
    databaseClock,
    log,
    ...(siteFolder !== undefined && { siteFolder }),
  }).catch((error: unknown) => {
    rmSync(dataDir, { recursive: true });
    throw error;
  });

  async function send(
    method: string,
    path: string,
    { json, token, headers, body }: Sent = {},
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

  /** A call of the identity provider, such as `signUp`. */
  const askIdentity = (call: string, json: object, headers: Record<string, string> = {}): Promise<Response> =>
    send('POST', `/identity/v1/accounts:${call}?key=${publicConfig.identity.apiKey}`, { json, headers });

  async function enter(call: string, email: string, password: string): Promise<Member> {
    const answer = await askIdentity(call, { email, password, returnSecureToken: true });
    const { idToken, localId } = (await answer.json()) as { idToken: string; localId: string };
    const { token } = await exchange(email, idToken);
    return { email, userId: localId, idToken, token };
  }

  const register = (email = `${randomUUID()}@example.org`, password = 'correct horse'): Promise<Member> =>
    enter('signUp', email, password);

  /** Somebody who has registered, perhaps when the site stood elsewhere. */
  const signIn = (email: string, password = 'correct horse'): Promise<Member> =>
    enter('signInWithPassword', email, password);

  /** Opens the link that confirms the address of this member; the product is not told of it. */
  async function confirmAddress({ email, idToken }: Member): Promise<void> {
    await askIdentity('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken });
    await app.jobs.find((job) => job.name === 'outbox')?.run();
    const mail = mails()
      .map((raw) => raw.replaceAll('=\n', '').replaceAll('=3D', '='))
      .findLast((text) => text.includes(`To: ${email}`) && text.includes('mode=verifyEmail'));
    const oobCode = /oobCode=([\w-]+)/.exec(mail ?? '')?.[1];
    const answer = await askIdentity('update', { oobCode });
    if (answer.status !== 200) throw new Error(`The address was not confirmed: ${answer.status}`);
  }

  /** Somebody whose address is confirmed, as the product knows. */
  async function registerConfirmed(email?: string): Promise<Member> {
    const member = await register(email);
    await confirmAddress(member);
    return signIn(member.email);
  }

  /** So many members with confirmed addresses, of accounts that are older than a day: what they report counts. */
  async function registerReporters(count: number): Promise<Member[]> {
    const members = [];
    for (let n = 0; n < count; n += 1) members.push(await registerConfirmed());
    time.ahead += 25 * 3_600_000;
    return Promise.all(members.map(({ email }) => signIn(email)));
  }

  const mails = () => {
    const files = readdirSync(config.outboxDir).filter((file) => file.endsWith('.eml'));
    return files.map((file) => readFileSync(join(config.outboxDir, file), 'utf8'));
  };

  async function exchange(email: string, idToken: string): Promise<{ token: string }> {
    const answer = await send('PUT', '/api/user', { json: { email }, token: idToken });
    if (answer.status !== 200) throw new Error(`PUT /api/user answered ${answer.status}`);
    return (await answer.json()) as { token: string };
  }

  return {
    ...app,
    config,
    publicConfig,
    dataDir,
    time,
    send,
    askIdentity,
    register,
    registerConfirmed,
    registerReporters,
    confirmAddress,
    signIn,
    exchange,
    runJob: async (name: string) => app.jobs.find((job) => job.name === name)?.run(),
    mails,
    /** A secret of the app, as another process on its data would read it. */
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

/** A day so many days from now, as the wire writes it. */
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
  sent: Sent = {},
) {
  const json = filledForm(member.email, changes);
  const query = new URLSearchParams({ email: member.email, date: String(json.date) });
  return app.send('POST', `/api/appointments?${query}`, { json, token: member.token, ...sent });
}

/** An appointment that is there: its id. */
export async function addAppointment(app: TestApp, member: Member, changes: Record<string, unknown> = {}) {
  const answer = (await (await requestAppointment(app, member, changes)).json()) as { insertedId: string };
  return answer.insertedId;
}

/** Opens the payment page of an appointment: the client secret of its charge. */
export async function createPaymentIntent(
  app: TestApp,
  { token }: Pick<Member, 'token'>,
  appointmentId: string,
) {
  const json = { price: 5, appointmentId };
  const answer = await app.send('POST', '/api/create-payment-intent', { json, token });
  return ((await answer.json()) as { clientSecret: string }).clientSecret;
}

export const intentOf = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? '';

/** What a browser does with a card: payment method, then confirmation; gives the provider's answer. */
export async function payByCard(app: TestApp, clientSecret: string, number = '4242424242424242') {
  const { publishableKey } = app.publicConfig.cards;
  const post = async (path: string, fields: Record<string, string>) => {
    const body = new URLSearchParams({ key: publishableKey, ...fields });
    const answer = await app.send('POST', `/cards/v1/${path}`, { body });
    return { status: answer.status, ...((await answer.json()) as { id: string; status?: string }) };
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

/** Uploads a small picture, 40 by 30 pixels: its address. */
export async function uploadPicture(app: TestApp, member: Member): Promise<string> {
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a3122a' } })
    .jpeg()
    .toBuffer();
  const body = new FormData();
  body.set('image', new File([new Uint8Array(picture)], 'donors.jpg'));
  const { key } = app.publicConfig.images;
  const answer = await app.send('POST', `/images/1/upload?key=${key}`, { body, token: member.token });
  return ((await answer.json()) as { data: { url: string } }).data.url;
}
