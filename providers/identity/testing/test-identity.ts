import { decodeJwt } from 'jose';
import type { Database } from '#platform/database/open.ts';
import { createEvents } from '#platform/events.ts';
import { type Limiters, limitersInMemory } from '#platform/limits.ts';
import type { Mail, TextMessage } from '#platform/messages.ts';
import { createOutbox } from '#platform/outbox.ts';
import { openSecrets } from '#platform/secrets.ts';
import { type OpenTestDatabase, openSqlite } from '#platform/testing/databases.ts';
import { testLog } from '#platform/testing/kept-logs.ts';
import { testDatabaseClock } from '#platform/testing/test-database-clock.ts';
import { type Clock, days } from '#platform/time.ts';
import type { GoogleSetting } from '../google/google.ts';
import { createIdentity } from '../identity.ts';
import { identityMigrations } from '../schema/migrations.ts';
import type { Settings } from '../services.ts';
import type { SessionsEnded } from '../sessions/end.ts';
import type { NoticeEndpoint } from '../sessions/notices.ts';
import { fetchFromGoogle, googleSetting } from './google-issuer.ts';

type Options = {
  open?: OpenTestDatabase;
  clock?: Clock;
  publicUrl?: string;
  settings?: Partial<Settings>;
  google?: GoogleSetting;
  fetch?: typeof fetch;
  /** In place of a site that takes every notice. */
  endpoint?: NoticeEndpoint;
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
  const notices: string[] = [];
  async function takeNotice(request: Request): Promise<Response> {
    notices.push(((await request.json()) as { logoutToken: string }).logoutToken);
    return new Response(null, { status: 204 });
  }
  const outbox = createOutbox({
    db,
    clock,
    databaseClock: testDatabaseClock(clock),
    handlers: {
      mail: async (mail: Mail) => void mails.push(mail),
      'decoy-mail': async () => {},
      'text-message': async (text: TextMessage) => void texts.push(text),
      'sessions-ended': (ended: SessionsEnded) => identity.tellEnded(ended),
    },
  });
  const identity = await createIdentity({
    db,
    clock,
    outbox,
    secrets: await openSecrets({ db, secretKey: 'test' }),
    log: testLog(),
    events: createEvents({ log: testLog(), key: 'a key for tests only' }),
    publicUrl: options.publicUrl ?? 'http://localhost:3000',
    settings: {
      anonymous: false,
      emailPrivacy: false,
      password: true,
      textMessages: true,
      strict: false,
      sessionLife: { longest: days(30), rest: days(14) },
      ...options.settings,
    },
    google: options.google ?? googleSetting,
    fetch: options.fetch ?? fetchFromGoogle,
    endpoint: options.endpoint ?? { url: 'http://site.test', fetch: takeNotice },
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
    while ((await outbox.deliver()) > 0);
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

  /** The notices of ended sessions so far: the ids that each names. */
  async function toldEnded(): Promise<string[][]> {
    await outbox.deliver();
    return notices.map((token) => decodeJwt<{ sids: string[] }>(token).sids);
  }

  return {
    ...identity,
    toldEnded,
    deliver: outbox.deliver,
    db,
    post,
    sentMails,
    texts,
    textedCode,
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

export type TestIdentity = Awaited<ReturnType<typeof openIdentity>>;
