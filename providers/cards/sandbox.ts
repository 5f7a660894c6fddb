import type { Hono } from 'hono';
import type { Database } from '#platform/database/open.ts';
import { SetupError } from '#platform/errors.ts';
import { newSecret } from '#platform/ids.ts';
import type { Job } from '#platform/jobs.ts';
import type { Log } from '#platform/logs.ts';
import type { Outbox } from '#platform/outbox.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Clock } from '#platform/time.ts';
import { createApp } from './app.ts';
import { type CardEvent, createTeller } from './events/tell.ts';
import { cardJobs } from './jobs.ts';
import type { CardTables } from './schema/tables.ts';
import { createDelivery, type Endpoint } from './webhooks/deliver.ts';

export type CardSandbox = {
  /** Stripe's API under /v1. */
  app: Hono;
  secretKey: string;
  publishableKey: string;
  /** Under which events to our own endpoint are signed. */
  webhookSecret: string;
  /** What the outbox does with its messages of the kind `card-event`. */
  deliverEvent: (event: CardEvent) => Promise<void>;
  jobs: Job[];
};

export type CardSandboxOptions = {
  /** Whether the site serves real people: then there is no sandbox. */
  production: boolean;
  db: Database;
  secrets: Secrets;
  clock: Clock;
  log: Log;
  outbox: Pick<Outbox, 'add'>;
  /** Where its app is mounted: `http://localhost:3000/cards`. */
  url: string;
  /** Our own endpoint for events. */
  endpoint: Endpoint;
};

/**
 * The card sandbox: Stripe's wire shapes, Stripe's published test numbers only, no money.
 * @throws SetupError in production
 */
export async function createCardSandbox(options: CardSandboxOptions): Promise<CardSandbox> {
  if (options.production) throw new SetupError('The card sandbox takes no real money: not in production.');
  const key = (name: string, prefix: string) =>
    options.secrets(name, () => prefix + newSecret().replaceAll(/[-_]/g, '0'));
  const secretKey = await key('cards-secret-key', 'sk_test_');
  const publishableKey = await key('cards-publishable-key', 'pk_test_');
  const webhookSecret = await key('cards-webhook-secret', 'whsec_');
  const fingerprintKey = await options.secrets('cards-fingerprint-key');
  const { clock, log, endpoint, url } = options;
  const db = options.db.withTables<CardTables>();
  const keys = { secretKey, publishableKey, fingerprintKey };
  const teller = createTeller(options.outbox);
  return {
    app: createApp({ db, keys, clock, log, url, teller }),
    secretKey,
    publishableKey,
    webhookSecret,
    deliverEvent: createDelivery({ db, clock, secret: webhookSecret, endpoint }),
    jobs: cardJobs({ db, clock, teller }),
  };
}
