import { Hono } from 'hono';
import Stripe from 'stripe';
import { createOutbox, type Outbox } from '#platform/outbox.ts';
import { openSecrets } from '#platform/secrets.ts';
import type { OpenTestDatabase } from '#platform/testing/databases.ts';
import { testLog } from '#platform/testing/kept-logs.ts';
import { testDatabaseClock } from '#platform/testing/test-database-clock.ts';
import type { CardEvent } from '../events/tell.ts';
import { createCardSandbox } from '../sandbox.ts';

export const card = (number: string, changes: Record<string, unknown> = {}) => ({
  number,
  exp_month: 12,
  exp_year: 2040,
  cvc: '123',
  ...changes,
});

export type Delivered = { url: string; signature: string; payload: string };

export type WireObject = { object?: string; url?: string; error?: Record<string, unknown> };
export type Wire = { status: number; body: WireObject };

/** The sandbox on an empty database, driven by the official package and by plain requests as a browser sends them. */
export async function openSandbox(open: OpenTestDatabase) {
  const database = await open();
  const logged: string[] = [];
  const time = { now: Date.UTC(2026, 10, 21, 12) };
  const sent: Delivered[] = [];
  const endpoint = { status: 200 };
  const wire: Wire[] = [];
  const secrets = await openSecrets({ db: database.db, secretKey: 'a key for tests only' });
  const clock = () => time.now;
  const outbox: Outbox = createOutbox({
    db: database.db,
    clock,
    databaseClock: testDatabaseClock(clock),
    handlers: { 'card-event': (event: CardEvent) => sandbox.deliverEvent(event) },
  });
  const sandbox = await createCardSandbox({
    production: false,
    db: database.db,
    secrets,
    clock,
    outbox,
    url: 'http://localhost:3000/cards',
    endpoint: {
      url: 'http://localhost:3000/api/stripe/webhook',
      fetch: async (request) => {
        const signature = request.headers.get('stripe-signature') ?? '';
        sent.push({ url: request.url, signature, payload: await request.text() });
        return new Response(null, { status: endpoint.status });
      },
    },
    log: testLog({ read: (line) => logged.push(line) }),
  });
  const site = new Hono().route('/cards', sandbox.app);
  const stripeWith = (key: string) =>
    new Stripe(key, {
      maxNetworkRetries: 0,
      telemetry: false,
      // As main.ts mounts it: the package knows no path before its own.
      httpClient: Stripe.createFetchHttpClient(async (input, init) => {
        const { pathname, search } = new URL(String(input));
        const answer = await site.request(`/cards${pathname}${search}`, init);
        wire.push({ status: answer.status, body: (await answer.clone().json()) as WireObject });
        return answer;
      }),
    });
  const stripe = stripeWith(sandbox.secretKey);
  async function browser(method: 'GET' | 'POST', path: string, fields: Record<string, string>) {
    const form = new URLSearchParams({ key: sandbox.publishableKey, ...fields });
    const answer =
      method === 'GET'
        ? await sandbox.app.request(`/v1/${path}?${form}`)
        : await sandbox.app.request(`/v1/${path}`, { method, body: form });
    return { status: answer.status, body: (await answer.json()) as Record<string, never> };
  }
  /** A plain request under either key. */
  async function send(key: string, path: string, fields: Record<string, string>, idempotencyKey: string) {
    const headers = { Authorization: `Bearer ${key}`, 'Idempotency-Key': idempotencyKey };
    const body = new URLSearchParams(fields);
    const answer = await sandbox.app.request(`/v1/${path}`, { method: 'POST', headers, body });
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  }
  /** The card's owner at the page of the bank. */
  async function answerBank({ next_action }: Stripe.PaymentIntent, answer: string) {
    const { pathname } = new URL(next_action?.redirect_to_url?.url ?? '');
    const body = new URLSearchParams({ answer });
    return site.request(pathname, { method: 'POST', body });
  }
  return {
    ...sandbox,
    database: database.db,
    stripe,
    stripeWith,
    logged,
    time,
    outbox,
    /** What the sandbox answered to the package. */
    wire,
    /** What came to the endpoint, and what it answers from now on. */
    sent,
    endpoint,
    browser,
    send,
    answerBank,
    runJob: async (name: string) => sandbox.jobs.find((job) => job.name === name)?.run(),
    createIntent: (idempotencyKey?: string) =>
      stripe.paymentIntents.create(
        { amount: 500, currency: 'usd', metadata: { appointmentId: 'a1' } },
        idempotencyKey ? { idempotencyKey } : {},
      ),
    createMethod: (number: string, changes: Record<string, unknown> = {}) =>
      stripe.paymentMethods.create({ type: 'card', card: card(number, changes) }),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}
