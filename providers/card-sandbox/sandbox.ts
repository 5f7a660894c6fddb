import type { Database } from '#platform/database/open.ts';
import { SetupError } from '#platform/errors.ts';
import { newSecret } from '#platform/ids.ts';
import type { Outbox } from '#platform/jobs/outbox.ts';
import type { Log } from '#platform/observability/log.ts';
import type { GetSecret } from '#platform/security/secrets.ts';
import type { Clock } from '#platform/time.ts';
import { createSandboxApp } from './app.ts';
import { createEmitter } from './events.ts';
import { createCardJobs } from './jobs.ts';
import type { CardTables } from './schema/tables.ts';
import { createDelivery, type Endpoint } from './webhooks.ts';

export type CardSandboxOptions = {
  /** Whether this is production, where the sandbox must not run. */
  production: boolean;
  db: Database;
  getSecret: GetSecret;
  clock: Clock;
  log: Log;
  outbox: Pick<Outbox, 'add'>;
  /** Base URL of the sandbox: `http://localhost:3000/cards`. */
  url: string;
  /** Returns the name of the site, which the bank's page shows as the payee. */
  siteName: () => Promise<string>;
  /** Our own endpoint for events. */
  endpoint: Endpoint;
};

/**
 * Creates the card sandbox, which has Stripe's wire format, accepts only Stripe's published test numbers and
 * moves no money.
 * @throws SetupError in production
 */
export async function createCardSandbox(options: CardSandboxOptions) {
  if (options.production)
    throw new SetupError('The card sandbox accepts test cards only and is not allowed in production.');
  const key = (name: string, prefix: string) =>
    options.getSecret(name, () => prefix + newSecret().replaceAll(/[-_]/g, '0'));
  const secretKey = await key('cards-secret-key', 'sk_test_');
  const publishableKey = await key('cards-publishable-key', 'pk_test_');
  const webhookSecret = await key('cards-webhook-secret', 'whsec_');
  const fingerprintKey = await options.getSecret('cards-fingerprint-key');
  const { clock, log, endpoint, url, siteName } = options;
  const db = options.db.withTables<CardTables>();
  const keys = { secretKey, publishableKey, fingerprintKey };
  const emitter = createEmitter(options.outbox);
  return {
    /** Stripe's API under /v1. */
    app: createSandboxApp({ db, keys, clock, log, url, siteName, emitter }),
    secretKey,
    publishableKey,
    /** Key that signs events for our own endpoint. */
    webhookSecret,
    /** Outbox handler of `card-event`. */
    deliverEvent: createDelivery({ db, clock, secret: webhookSecret, endpoint }),
    jobs: createCardJobs({ db, clock }),
  };
}
