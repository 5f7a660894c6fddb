import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '#platform/database/open.ts';
import { openSecrets } from '#platform/secrets.ts';
import { freePort } from '#platform/testing/ports.ts';
import { addAppointment, type Member, openTestHouse, payByCard, type TestHouse } from './house.ts';
import { type SiteProcess, startSite } from './process.ts';
import { member, payAppointment, transactionOf } from './remote-member.ts';

const intentOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? '';

describe('in memory', () => {
  let house: TestHouse;
  beforeAll(async () => {
    house = await openTestHouse();
  });
  afterAll(() => house[Symbol.asyncDispose]());

  async function openCharge(member: Member, appointmentId: string): Promise<string> {
    const json = { price: 5, appointmentId };
    const answer = await house.send('POST', '/api/create-payment-intent', { json, token: member.token });
    return ((await answer.json()) as { clientSecret: string }).clientSecret;
  }

  /** An appointment that a card has paid, of which the browser has told nobody. */
  async function paidUnseen() {
    const member = await house.register();
    const id = await addAppointment(house, member);
    const clientSecret = await openCharge(member, id);
    expect(await payByCard(house, clientSecret)).toMatchObject({ status: 'succeeded' });
    return { member, id, intent: intentOf(clientSecret) };
  }

  async function look(member: Member, id: string) {
    const answer = await house.send('GET', `/api/appointments/${id}`, { token: member.token });
    return (await answer.json()) as { transactionId?: string };
  }

  type Asked = { status: string; next_action: { use_stripe_sdk: { stripe_js: string } } };
  type Event = { type: string; data: { object: { id: string } } };

  /** What the card provider tells of an intent to our endpoint, newest first. */
  async function eventsOf(intent: string): Promise<Event[]> {
    const token = await house.secret('cards-secret-key');
    const types = ['payment_intent.succeeded', 'payment_intent.payment_failed'];
    const query = new URLSearchParams(types.map((type) => ['types[]', type]));
    const answer = await house.send('GET', `/cards/v1/events?${query}`, { token });
    return ((await answer.json()) as { data: Event[] }).data.filter(({ data }) => data.object.id === intent);
  }

  async function deliver(event: Event): Promise<number> {
    const body = JSON.stringify(event);
    const time = Math.floor(Date.now() / 1000);
    const secret = await house.secret('cards-webhook-secret');
    const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    const headers = { 'stripe-signature': `t=${time},v1=${signature}` };
    return (await house.send('POST', '/api/stripe/webhook', { body, headers })).status;
  }

  /** What the card provider itself says of an intent's money. */
  async function moneyOf(intent: string) {
    const token = await house.secret('cards-secret-key');
    const query = 'expand[]=latest_charge';
    const answer = await house.send('GET', `/cards/v1/payment_intents/${intent}?${query}`, { token });
    const { status, latest_charge } = (await answer.json()) as {
      status: string;
      latest_charge: { amount_refunded: number };
    };
    return [status, latest_charge.amount_refunded];
  }

  test('a payment is found by its event alone', async () => {
    const { member, id, intent } = await paidUnseen();
    expect(await look(member, id)).not.toHaveProperty('transactionId');
    await house.runJob('outbox');
    expect((await look(member, id)).transactionId).toBe(intent);
  });

  test('a declined card and a cancelled charge are told, and pay nothing', async () => {
    const member = await house.register();
    const id = await addAppointment(house, member);
    const clientSecret = await openCharge(member, id);
    await payByCard(house, clientSecret, '4000000000000002');
    await house.runJob('outbox');
    expect(await look(member, id)).not.toHaveProperty('transactionId');
    expect(await payByCard(house, clientSecret)).toMatchObject({ status: 'succeeded' });
    await house.runJob('outbox');
    expect((await look(member, id)).transactionId).toBe(intentOf(clientSecret));
  });

  test('a card that its bank asks about pays once its owner has accepted', async () => {
    const member = await house.register();
    const id = await addAppointment(house, member);
    const clientSecret = await openCharge(member, id);
    const asked = (await payByCard(house, clientSecret, '4000002760003184')) as unknown as Asked;
    expect(asked).toMatchObject({ status: 'requires_action' });
    const page = new URL(asked.next_action.use_stripe_sdk.stripe_js);
    expect(page.origin).toBe(house.config.publicUrl);
    await house.runJob('outbox');
    expect(await look(member, id)).not.toHaveProperty('transactionId');
    const body = new URLSearchParams({ answer: 'accepted' });
    expect((await house.send('POST', page.pathname, { body })).status).toBe(200);
    await house.runJob('outbox');
    expect((await look(member, id)).transactionId).toBe(intentOf(clientSecret));
  });

  test('events that come twice, late, and in the wrong order change nothing', async () => {
    const member = await house.register();
    const id = await addAppointment(house, member);
    const clientSecret = await openCharge(member, id);
    const intent = intentOf(clientSecret);
    await payByCard(house, clientSecret, '4000000000000002');
    await payByCard(house, clientSecret);
    const events = await eventsOf(intent);
    expect(events.map(({ type }) => type)).toEqual([
      'payment_intent.succeeded',
      'payment_intent.payment_failed',
    ]);
    // Newest first, each twice; then as the sandbox itself sends them.
    for (const event of [...events, ...events]) expect(await deliver(event)).toBe(200);
    await house.runJob('outbox');
    await house.runJob('outbox');
    expect((await look(member, id)).transactionId).toBe(intent);
    expect(await moneyOf(intent)).toEqual(['succeeded', 0]);
  });
});

describe('a real process', () => {
  let folder: string;
  let site: SiteProcess | undefined;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'blood-buddies-events-'));
  });
  afterEach(() => site?.child.kill('SIGKILL'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function start(host: string): Promise<SiteProcess> {
    const port = String(await freePort());
    // The address that people use is another one: events go to where the process listens.
    const environment = { PORT: port, HOST: host, DATA_DIR: join(folder, 'data') };
    return startSite({ ...environment, PUBLIC_URL: 'https://blood.example' });
  }

  /** Whether the sandbox had its event answered, by the address at which the process listens. */
  async function wasDelivered(origin: string, intent: string): Promise<boolean> {
    const dataDir = join(folder, 'data');
    const db = await openDatabase({ dataDir });
    const token = await (await openSecrets({ db, dataDir }))('cards-secret-key');
    await db.destroy();
    const query = 'types[]=payment_intent.succeeded';
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await fetch(`${origin}/cards/v1/events?${query}`, { headers });
    type Sent = { pending_webhooks: number; data: { object: { id: string } } };
    const { data } = (await answer.json()) as { data: Sent[] };
    return data.some((event) => event.data.object.id === intent && event.pending_webhooks === 0);
  }

  async function expectPaid(origin: string, appointmentId: string, intent: string) {
    const { token } = await member(origin);
    const bounds = { timeout: 30_000, interval: 100 };
    await vi.waitFor(
      async () => expect(await transactionOf(origin, token, appointmentId)).toBe(intent),
      bounds,
    );
    await vi.waitFor(async () => expect(await wasDelivered(origin, intent)).toBe(true), bounds);
  }

  test.each(['localhost', '0.0.0.0'])(
    'listening on %s it tells itself of a payment, over HTTP',
    async (host) => {
      site = await start(host);
      const { appointmentId, intent } = await payAppointment(site.origin);
      await expectPaid(site.origin, appointmentId, intent);
    },
    90_000,
  );

  test('stopped while an event is on its way it ends cleanly, and the payment is known after the next start', async () => {
    site = await start('localhost');
    const { appointmentId, intent } = await payAppointment(site.origin);
    const ended = once(site.child, 'exit');
    site.child.kill('SIGTERM');
    await ended;
    expect(site.child.exitCode).toBe(0);
    site = await start('localhost');
    await expectPaid(site.origin, appointmentId, intent);
  }, 300_000);
});
