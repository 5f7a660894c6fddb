import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import Stripe from 'stripe';
import { expect, test as vitestTest } from 'vitest';
import { createOutbox, type Outbox } from '#platform/jobs/outbox.ts';
import { openSecrets } from '#platform/security/secrets.ts';
import { type OpenTestDatabase, onBothDatabases, openSqlite } from '#platform/testing/databases.ts';
import { testLog } from '#platform/testing/log-collector.ts';
import { createTestDatabaseClock } from '#platform/testing/test-database-clock.ts';
import type { CardEvent } from '../events.ts';
import { createCardSandbox } from '../sandbox.ts';
import { cardsMigrations } from '../schema/migrations.ts';
import type { CardTables } from '../schema/tables.ts';
import { createTestBank } from './bank.ts';

export type Sandbox = Awaited<ReturnType<typeof createTestSandbox>>;

const declarations = readFileSync('node_modules/stripe/esm/resources/PaymentIntents.d.ts', 'utf8');
const publishedCodes = /type Code = ('account_closed'[^;]*);/.exec(declarations)?.[1];

/** Reads a response and checks that its error code is one of Stripe's. */
async function read(response: Response) {
  const body = await response.json();
  if (body.error?.code) expect(publishedCodes).toContain(`'${body.error.code}'`);
  return { status: response.status, body: body as Record<string, never> };
}

export const card = (number: string, changes: object = {}) => ({
  'card[number]': number,
  'card[exp_month]': '12',
  'card[exp_year]': '2040',
  'card[cvc]': '123',
  ...changes,
});

/** URL to which the bank redirects the browser. */
export const return_url = 'http://localhost:3000/dashboard/payment/a1?from=bank';

/**
 * Creates a sandbox on an empty database, with functions that call it through the official package or, as
 * browsers do, with plain requests.
 */
export async function createTestSandbox(
  open: OpenTestDatabase = () => openSqlite([cardsMigrations]),
  siteName = 'Blood Buddies',
) {
  const database = await open();
  const logged: string[] = [];
  const time = { now: Date.UTC(2026, 10, 21, 12) };
  const sent: { url: string; signature: string; payload: string }[] = [];
  const endpoint = { status: 200 };
  const getSecret = await openSecrets({ db: database.db, secretKey: 'a key for tests only' });
  const clock = () => time.now;
  const outbox: Outbox = createOutbox({
    db: database.db,
    clock,
    databaseClock: createTestDatabaseClock(clock),
    handlers: { 'card-event': (event: CardEvent) => sandbox.deliverEvent(event) },
  });
  const sandbox = await createCardSandbox({
    production: false,
    db: database.db,
    getSecret,
    clock,
    outbox,
    url: 'http://localhost:3000/cards',
    siteName: async () => siteName,
    endpoint: {
      url: 'http://localhost:3000/api/stripe/webhook',
      fetch: async (request) => {
        const signature = request.headers.get('stripe-signature') ?? '';
        sent.push({ url: request.url, signature, payload: await request.text() });
        return new Response(null, { status: endpoint.status });
      },
    },
    log: testLog({ onLine: (line) => logged.push(line) }),
  });
  const site = new Hono().route('/cards', sandbox.app);
  const stripeWith = (key: string) =>
    new Stripe(key, {
      maxNetworkRetries: 0,
      telemetry: false,
      // The package supports no path prefix.
      httpClient: Stripe.createFetchHttpClient(async (input, init) => {
        const { pathname, search } = new URL(String(input));
        const response = await site.request(`/cards${pathname}${search}`, init);
        await read(response.clone());
        return response;
      }),
    });
  const stripe = stripeWith(sandbox.secretKey);
  /** Sends a plain request with a key. */
  async function send(key: string, path: string, fields: Record<string, string>, idempotencyKey = '') {
    const headers = { Authorization: `Bearer ${key}`, 'Idempotency-Key': idempotencyKey };
    const body = new URLSearchParams(fields);
    return read(await sandbox.app.request(`/v1/${path}`, { method: 'POST', headers, body }));
  }
  async function browser(method: 'GET' | 'POST', path: string, fields: Record<string, string>) {
    const form = new URLSearchParams({ key: sandbox.publishableKey, ...fields });
    const [query, init] = method === 'GET' ? [`?${form}`] : ['', { method, body: form }];
    return read(await sandbox.app.request(`/v1/${path}${query}`, init));
  }
  const newIntent = { amount: 500, currency: 'usd', metadata: { appointmentId: 'a1' } };
  const createIntent = (key?: string) =>
    stripe.paymentIntents.create(newIntent, key ? { idempotencyKey: key } : {});
  const createMethod = (number: string, changes: object = {}) =>
    send(sandbox.publishableKey, 'payment_methods', { type: 'card', ...card(number, changes) });
  /** Confirms with a card number or a payment method's name. */
  async function confirm(id: string, numberOrName: string, form: object = { return_url }) {
    const isName = numberOrName.startsWith('pm_');
    const payment_method = isName ? numberOrName : String((await createMethod(numberOrName)).body.id);
    return stripe.paymentIntents.confirm(id, { payment_method, ...form });
  }
  return {
    ...sandbox,
    database: database.db,
    stripe,
    stripeWith,
    logged,
    time,
    outbox,
    browser,
    send,
    createIntent,
    createMethod,
    confirm,
    testBank: createTestBank({ db: database.db, clock, outbox }),
    /** Requests that the endpoint received, and the status with which it responds. */
    sent,
    endpoint,
    /** Creates an intent and confirms it with a card number or a payment method's name. */
    pay: async (numberOrName = '4242424242424242', form?: object) =>
      confirm((await createIntent()).id, numberOrName, form),
    find: (id: string) => stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }),
    /** Opens the bank's page, given its path or the intent, or submits the card owner's answer to it. */
    async bank(page: string | Stripe.PaymentIntent, answer?: string) {
      const address = typeof page === 'string' ? page : page.next_action?.redirect_to_url?.url;
      const { pathname, search } = new URL(address ?? '', 'http://localhost');
      const init = answer !== undefined && { method: 'POST', body: new URLSearchParams({ answer }) };
      const response = await site.request(pathname + search, init || {});
      const { status, headers } = response;
      return { status, headers, to: headers.get('location'), text: await response.text() };
    },
    rows: async <Name extends keyof CardTables>(name: Name) => {
      const tables = database.db.withTables<Record<string, Record<string, unknown>>>();
      return (await tables.selectFrom(name).selectAll().execute()) as CardTables[Name][];
    },
    async runJob(name: string) {
      const job = sandbox.jobs.find((job) => job.name === name);
      if (!job) throw new Error(`There is no job '${name}'.`);
      await job.run();
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

/** Creates a test function that gives each test its own `{ sandbox }`, by default on SQLite. */
const sandboxTest = (open?: OpenTestDatabase) =>
  vitestTest.extend<{ sandbox: Sandbox }>({
    // biome-ignore lint/correctness/noEmptyPattern: vitest wants one.
    sandbox: async ({}, use) => {
      await using sandbox = await createTestSandbox(open);
      await use(sandbox);
    },
  });
export const test = sandboxTest();
export const onBoth = (tests: (test: ReturnType<typeof sandboxTest>) => void) =>
  onBothDatabases([cardsMigrations], (open) => tests(sandboxTest(open)));
