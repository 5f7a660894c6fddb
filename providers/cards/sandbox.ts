import type { Hono } from 'hono';
import type { Database } from '#platform/database/open.ts';
import { newSecret } from '#platform/ids.ts';
import type { Log } from '#platform/logs.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Clock } from '#platform/time.ts';
import { createApp } from './app.ts';
import type { CardTables } from './schema/tables.ts';

export type CardSandbox = {
  /** Stripe's API under /v1. */
  app: Hono;
  secretKey: string;
  publishableKey: string;
  /** Under which events to our own endpoint are signed. */
  webhookSecret: string;
};

/** The card sandbox: Stripe's wire shapes, Stripe's published test numbers only, no money. */
export async function createCardSandbox(options: {
  db: Database;
  secrets: Secrets;
  clock: Clock;
  log: Log;
}): Promise<CardSandbox> {
  const key = (name: string, prefix: string) =>
    options.secrets(name, () => prefix + newSecret().replaceAll(/[-_]/g, '0'));
  const secretKey = await key('cards-secret-key', 'sk_test_');
  const publishableKey = await key('cards-publishable-key', 'pk_test_');
  const webhookSecret = await key('cards-webhook-secret', 'whsec_');
  const fingerprintKey = await options.secrets('cards-fingerprint-key');
  const db = options.db.withTables<CardTables>();
  const app = createApp({ ...options, db, keys: { secretKey, publishableKey, fingerprintKey } });
  return { app, secretKey, publishableKey, webhookSecret };
}
