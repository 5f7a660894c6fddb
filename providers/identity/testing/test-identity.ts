import type { Database } from '#platform/database/open.ts';
import { type Limiters, limitersInMemory } from '#platform/limits.ts';
import { createLog } from '#platform/logs.ts';
import type { Mail, TextMessage } from '#platform/messages.ts';
import { createOutbox } from '#platform/outbox.ts';
import { openSecrets } from '#platform/secrets.ts';
import { type OpenTestDatabase, openSqlite } from '#platform/testing/databases.ts';
import type { Clock } from '#platform/time.ts';
import type { GoogleSetting } from '../google/google.ts';
import { createIdentity } from '../identity.ts';
import { identityMigrations } from '../schema/migrations.ts';
import type { Settings } from '../services.ts';
import { fetchFromGoogle, googleSetting } from './google-issuer.ts';

type Options = {
  open?: OpenTestDatabase;
  clock?: Clock;
  publicUrl?: string;
  settings?: Partial<Settings>;
  google?: GoogleSetting;
  fetch?: typeof fetch;
  limitScale?: number;
  /** In memory, unless said. */
  limitersOf?: (db: Database) => Limiters;
  clientAddress?: () => string;
};

export type Answer = { status: number; headers: Headers; body: Record<string, unknown> };

/** A whole provider on an empty database, with the mails and texts that it sent. */
export async function openIdentity(options: Options = {}) {
  const database = await (options.open ?? (() => openSqlite([identityMigrations])))();
  const { db } = database;
  const clock = options.clock ?? Date.now;
  const mails: Mail[] = [];
  const texts: TextMessage[] = [];
  const outbox = createOutbox({
    db,
    clock,
    handlers: {
      mail: async (mail: Mail) => void mails.push(mail),
      'text-message': async (text: TextMessage) => void texts.push(text),
    },
  });
  const identity = await createIdentity({
    db,
    clock,
    outbox,
    secrets: await openSecrets({ db, secretKey: 'test' }),
    log: createLog('silent'),
    publicUrl: options.publicUrl ?? 'http://localhost:3000',
    settings: {
      anonymous: false,
      emailPrivacy: false,
      password: true,
      textMessages: true,
      ...options.settings,
    },
    google: options.google ?? googleSetting,
    fetch: options.fetch ?? fetchFromGoogle,
    limiters: options.limitersOf?.(db) ?? limitersInMemory(options.limitScale),
    ...(options.clientAddress && { clientAddress: options.clientAddress }),
  });

  /** Posts JSON with the API key, or as the administrator with a bearer token. */
  async function post(
    path: string,
    body: object,
    { key = identity.apiKey, bearer = '', locale = '' } = {},
  ): Promise<Answer> {
    const response = await identity.app.request(`${path}${key && `?key=${key}`}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(locale && { 'x-firebase-locale': locale }),
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  /** The mails sent so far. */
  async function sentMails(): Promise<Mail[]> {
    await outbox.deliver();
    return mails;
  }

  /** The code in the newest text to a number; without a number, in the newest of all. */
  async function textedCode(phoneNumber?: string): Promise<string> {
    await outbox.deliver();
    const newest = texts.filter((text) => !phoneNumber || text.phoneNumber === phoneNumber).at(-1);
    const [code] = /\b\d{6}\b/.exec(newest?.text ?? '') ?? [];
    if (!code) throw new Error(`No code was sent to ${phoneNumber}.`);
    return code;
  }

  return {
    ...identity,
    db,
    post,
    sentMails,
    texts,
    textedCode,
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

export type TestIdentity = Awaited<ReturnType<typeof openIdentity>>;
