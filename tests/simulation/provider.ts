import type Stripe from 'stripe';
import { createOutbox } from '#platform/jobs/outbox.ts';
import { openSecrets } from '#platform/security/secrets.ts';
import { testLog } from '#platform/testing/log-collector.ts';
import { createTestDatabaseClock } from '#platform/testing/test-database-clock.ts';
import { createCardSandbox } from '#providers/card-sandbox/sandbox.ts';
import { cardsMigrations } from '#providers/card-sandbox/schema/migrations.ts';
import { createTestBank } from '#providers/card-sandbox/testing/bank.ts';
import { createCardProvider } from '#server/integrations/cards.ts';
import { createProviderConnection } from './connection.ts';
import type { ProcessState, Simulation } from './scheduler.ts';
import { openWatchedFile } from './watched-database.ts';

export type Provider = Awaited<ReturnType<typeof openProvider>>;
/** Outcome of a webhook on its way to the server. */
export type WebhookOutcome = 'delivered' | 'lost' | 'duplicated' | 'delayed';

/** Response to a browser's confirmation. */
type Confirmation = { next_action?: { redirect_to_url?: { url: string } } | null };

/** Creates the card provider: a sandbox without faults, whose data decide what was really charged. */
export async function openProvider(
  simulation: Simulation,
  clock: () => number,
  options?: { inFile: boolean },
) {
  const file = await openWatchedFile([cardsMigrations], options);
  const db = file.open({
    before: async () => simulation.backgroundStarted(),
    after: () => simulation.backgroundFinished(),
  });
  const getSecret = await openSecrets({ db, secretKey: 'a key for tests only' });
  const webhook = { receive: async (_: Request): Promise<Response> => new Response(null, { status: 503 }) };
  const outbox = createOutbox({
    db,
    clock,
    databaseClock: createTestDatabaseClock(clock),
    handlers: { 'card-event': (event: { eventId: string }) => sandbox.deliverEvent(event) },
  });
  const sandbox = await createCardSandbox({
    production: false,
    db,
    getSecret,
    clock,
    outbox,
    url: 'http://localhost/cards',
    siteName: async () => 'Blood Buddies',
    endpoint: { url: 'http://localhost/api/stripe/webhook', fetch: (request) => webhook.receive(request) },
    log: testLog(),
  });
  const fetchSandbox: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(String(input));
    return sandbox.app.request(`${pathname}${search}`, init);
  };
  const bank = createTestBank({ db, clock, outbox });
  let hasBeenUsed = false;
  const createFetch = createProviderConnection(fetchSandbox, simulation, clock, () => {
    hasBeenUsed = true;
  });
  const { default: Package } = await import('stripe');
  const stripe: Stripe = new Package(sandbox.secretKey, {
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: Package.createFetchHttpClient(fetchSandbox),
  });

  /** Calls the provider as the browser does, with the publishable key. */
  async function browser(path: string, fields: Record<string, string>): Promise<Confirmation> {
    const body = new URLSearchParams({ key: sandbox.publishableKey, ...fields });
    const response = await sandbox.app.request(`/v1/${path}`, { method: 'POST', body });
    return (await response.json()) as Confirmation;
  }

  return {
    outbox,
    webhook,
    /** Returns whether this site has used the provider since the last reset. */
    wasUsed: () => hasBeenUsed,
    restore(name: string): void {
      hasBeenUsed = false;
      file.restore?.(name);
    },
    /** Rejects the refunds of the card whose refunds fail. */
    async rejectRefunds(): Promise<void> {
      for (const intent of (await this.intents()).filter(hasFailingRefunds))
        await bank.rejectRefunds(intent.id);
    },
    /** Creates the server's client, for one server process. */
    cardsFor: (processState: ProcessState) =>
      createCardProvider({ provider: 'sandbox', ...sandbox, fetch: createFetch(processState), retries: 0 }),
    async pay(clientSecret: string, number: string): Promise<Confirmation> {
      const [id = ''] = clientSecret.split('_secret_');
      const confirmation = await browser(`payment_intents/${id}/confirm`, {
        client_secret: clientSecret,
        return_url: 'http://localhost/dashboard/payment',
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': number,
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '2060',
        'payment_method_data[card][cvc]': '123',
      });
      if (number === DISPUTING_CARD) await bank.dispute(id);
      return confirmation;
    },
    /** Clicks a button on the bank's page. */
    async respondAsBank(page: string, answer: 'accepted' | 'refused'): Promise<void> {
      const body = new URLSearchParams({ answer });
      const path = new URL(page).pathname.replace('/cards', '');
      const { status } = await sandbox.app.request(path, { method: 'POST', body });
      if (status >= 500) throw new Error(`The bank responded ${status}.`);
    },
    /** Refunds as an operator does on the provider's site. Returns false when there is nothing to refund. */
    async refundAsOperator(intentId: string): Promise<boolean> {
      try {
        await stripe.refunds.create({ payment_intent: intentId });
        return true;
      } catch (error) {
        if (error instanceof Package.errors.StripeInvalidRequestError) return false;
        throw error;
      }
    },
    /**
     * Creates charges of another site in the same account, and of a copy of our site with the same site id
     * and another appointment. Each has a paid and an unpaid charge.
     */
    async createOtherSiteCharges(appointmentId: string): Promise<void> {
      const otherSiteMetadata = { appointmentId, site: 'https://neighbour.example', otherSite: 'yes' };
      const copyMetadata = { appointmentId: 'of a copy', site: siteId, otherSite: 'yes' };
      for (const [metadata, paid] of [otherSiteMetadata, copyMetadata].flatMap((fields) => [
        [fields, true] as const,
        [fields, false] as const,
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
    /** All intents with their latest charges. */
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

/** Site id of our own site and of its copy. */
export const siteId = 'the-site';

export const isOfOtherSite = ({ metadata }: Stripe.PaymentIntent): boolean => metadata.otherSite === 'yes';

export const isRefunded = (intent: Stripe.PaymentIntent | undefined): boolean =>
  (intent?.latest_charge as Stripe.Charge | null | undefined)?.refunded === true;

/** The charges of this card are disputed. */
export const DISPUTING_CARD = '4000000000000259';
/** Whether the refunds of the intent's card fail some time after they seemed to succeed. */
export const hasFailingRefunds = (intent: Stripe.PaymentIntent): boolean => last4(intent) === '5126';
export const isDisputed = ({ latest_charge }: Stripe.PaymentIntent): boolean =>
  (latest_charge as Stripe.Charge | null)?.disputed === true;

const last4 = ({ latest_charge }: Stripe.PaymentIntent): string | null | undefined =>
  (latest_charge as Stripe.Charge | null)?.payment_method_details?.card?.last4;
