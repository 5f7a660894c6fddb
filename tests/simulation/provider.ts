import type Stripe from 'stripe';
import { createOutbox } from '#platform/jobs/outbox.ts';
import { openSecrets } from '#platform/security/secrets.ts';
import { testLog } from '#platform/testing/log-collector.ts';
import { testDatabaseClock } from '#platform/testing/test-database-clock.ts';
import { createCardSandbox } from '#providers/card-sandbox/sandbox.ts';
import { cardsMigrations } from '#providers/card-sandbox/schema/migrations.ts';
import { createCards } from '#server/integrations/cards.ts';
import { openConnection } from './connection.ts';
import type { Life, Stage } from './scheduler.ts';
import { openWatchedFile } from './watched-database.ts';

export type Provider = Awaited<ReturnType<typeof openProvider>>;
/** What becomes of an event on its way to us. */
export type Fate = 'delivered' | 'lost' | 'doubled' | 'late';

/** What a browser is told when it confirms. */
type Confirmed = { next_action?: { redirect_to_url?: { url: string } } | null };

/** The card sandbox in a process of its own, which nothing befalls: what it says is what is true of the money. */
export async function openProvider(stage: Stage, clock: () => number, options?: { inFile: boolean }) {
  const file = await openWatchedFile([cardsMigrations], options);
  const db = file.open({ before: async () => stage.begun(), after: () => stage.ended() });
  const secrets = await openSecrets({ db, secretKey: 'a key for tests only' });
  const post = { event: async (_: Request): Promise<Response> => new Response(null, { status: 503 }) };
  const outbox = createOutbox({
    db,
    clock,
    databaseClock: testDatabaseClock(clock),
    handlers: { 'card-event': (event: { eventId: string }) => sandbox.deliverEvent(event) },
  });
  const sandbox = await createCardSandbox({
    production: false,
    db,
    secrets,
    clock,
    outbox,
    url: 'http://localhost/cards',
    endpoint: { url: 'http://localhost/api/stripe/webhook', fetch: (request) => post.event(request) },
    log: testLog(),
  });
  const ask: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(String(input));
    return sandbox.app.request(`${pathname}${search}`, init);
  };
  let used = false;
  const line = openConnection(ask, stage, clock, () => {
    used = true;
  });
  const { default: Package } = await import('stripe');
  const stripe: Stripe = new Package(sandbox.secretKey, {
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: Package.createFetchHttpClient(ask),
  });

  /** A browser's own call, with the publishable key. */
  async function browser(path: string, fields: Record<string, string>): Promise<Confirmed> {
    const body = new URLSearchParams({ key: sandbox.publishableKey, ...fields });
    const answer = await sandbox.app.request(`/v1/${path}`, { method: 'POST', body });
    return (await answer.json()) as Confirmed;
  }

  return {
    outbox,
    post,
    /** Whether anything but this site's neighbour has used it since it was restored. */
    wasUsed: () => used,
    restore(name: string): void {
      used = false;
      file.restore?.(name);
    },
    /** Refunds that turn out otherwise than they began do so now. */
    changeRefunds: async () => sandbox.jobs.find(({ name }) => name === 'cards-refunds')?.run(),
    /** The server's door to it, for as long as one process of the server lives. */
    cardsFor: (life: Life) => createCards({ provider: 'sandbox', ...sandbox, fetch: line(life), retries: 0 }),
    pay: (clientSecret: string, number: string) =>
      browser(`payment_intents/${clientSecret.split('_secret_')[0]}/confirm`, {
        client_secret: clientSecret,
        return_url: 'http://localhost/dashboard/payment',
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': number,
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '2060',
        'payment_method_data[card][cvc]': '123',
      }),
    /** A press of a button on the bank's page. */
    async answerBank(page: string, answer: 'accepted' | 'refused'): Promise<void> {
      const body = new URLSearchParams({ answer });
      const path = new URL(page).pathname.replace('/cards', '');
      const { status } = await sandbox.app.request(path, { method: 'POST', body });
      if (status >= 500) throw new Error(`The bank answered ${status}.`);
    },
    /** As an operator does at the provider's own site; false when there is nothing to give back. */
    async giveBack(intentId: string): Promise<boolean> {
      try {
        await stripe.refunds.create({ payment_intent: intentId });
        return true;
      } catch (error) {
        if (error instanceof Package.errors.StripeInvalidRequestError) return false;
        throw error;
      }
    },
    /**
     * Another site uses the same account, and a copy of ours does: it has our id, and an appointment of its own. One
     * charge of each has paid, one has not.
     */
    async serveNeighbour(appointmentId: string): Promise<void> {
      const theirs = { appointmentId, site: 'https://neighbour.example', neighbour: 'yes' };
      const copy = { appointmentId: 'of a copy', site: siteId, neighbour: 'yes' };
      for (const [metadata, paid] of [theirs, copy].flatMap((each) => [
        [each, true] as const,
        [each, false] as const,
      ])) {
        const intent = await stripe.paymentIntents.create({
          amount: 500,
          currency: 'usd',
          allowed_payment_method_types: ['card'],
          metadata,
        });
        if (paid) await this.pay(intent.client_secret ?? '', '4242424242424242');
      }
    },
    countEvents: () => file.count('cards_events'),
    /** Every intent, with its money. */
    async intents(): Promise<Stripe.PaymentIntent[]> {
      const query = 'limit=100&expand[]=data.latest_charge';
      const headers = { Authorization: `Bearer ${sandbox.secretKey}` };
      const page = await sandbox.app.request(`/v1/payment_intents?${query}`, { headers });
      const { data, has_more } = (await page.json()) as Stripe.ApiList<Stripe.PaymentIntent>;
      if (has_more) throw new Error('A schedule has opened more than 100 charges.');
      return data;
    },
    data: file,
    [Symbol.asyncDispose]: () => file[Symbol.asyncDispose](),
  };
}

/** Of our own site, and of a copy of it. */
export const siteId = 'the-site';

export const isNeighbours = ({ metadata }: Stripe.PaymentIntent): boolean => metadata.neighbour === 'yes';

export const isRefunded = (intent: Stripe.PaymentIntent | undefined): boolean =>
  (intent?.latest_charge as Stripe.Charge | null | undefined)?.refunded === true;

/** By the test card: its refunds fail some time after they seemed to have succeeded. */
export const takesNoRefund = (intent: Stripe.PaymentIntent): boolean => last4(intent) === '5126';
export const isDisputed = (intent: Stripe.PaymentIntent): boolean => last4(intent) === '0259';

const last4 = ({ latest_charge }: Stripe.PaymentIntent): string | null | undefined =>
  (latest_charge as Stripe.Charge | null)?.payment_method_details?.card?.last4;
