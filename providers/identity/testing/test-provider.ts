import type { Database } from '#platform/database/open.ts';
import { createOutbox } from '#platform/jobs/outbox.ts';
import type { Email, TextMessage } from '#platform/messages.ts';
import { createSecurityLog } from '#platform/observability/security-log.ts';
import { createMemoryLimiters, type RateLimiters } from '#platform/security/rate-limits.ts';
import { openSecrets } from '#platform/security/secrets.ts';
import { createTextLimits } from '#platform/security/text-limits.ts';
import { type OpenTestDatabase, openSqlite } from '#platform/testing/databases.ts';
import { testLog } from '#platform/testing/log-collector.ts';
import { createTestDatabaseClock } from '#platform/testing/test-database-clock.ts';
import { testLook } from '#platform/testing/test-look.ts';
import { type Clock, days } from '#platform/time.ts';
import type { GoogleSetting } from '../google/google.ts';
import { createIdentityProvider } from '../identity.ts';
import { createIdentityJobs } from '../jobs.ts';
import { identityMigrations } from '../schema/migrations.ts';
import type { IdentityTables } from '../schema/tables.ts';
import type { Services, Settings } from '../services.ts';
import { fetchFromGoogle, googleSetting } from './google-issuer.ts';

export type ProviderOptions = {
  open?: OpenTestDatabase;
  /** Defaults to a stopped clock, which `advanceClock` moves. */
  clock?: Clock;
  publicUrl?: string;
  settings?: Partial<Settings>;
  google?: GoogleSetting;
  fetch?: typeof fetch;
  limitScale?: number;
  /** Defaults to accounts without a role at the site. */
  requiresSecondFactor?: Services['requiresSecondFactor'];
  /** Defaults to 'Blood Buddies'. */
  siteName?: string;
  /** Defaults to 500. */
  textsPerDay?: number;
  /** Defaults to limiters in memory. */
  limitersOf?: (db: Database) => RateLimiters;
};

/** Body of a response. Tests assert the fields that they use. */
// biome-ignore lint/suspicious/noExplicitAny: each call has different fields.
export type Body = Record<string, any> & {
  idToken: string;
  refreshToken: string;
  localId: string;
  mfaInfo: { mfaEnrollmentId: string }[];
  sessions: { sessionId: string; current: boolean }[];
};
export type ProviderResponse = { status: number; headers: Headers; body: Body };
type CallOptions = { key?: string; locale?: string; userAgent?: string };

const pathOf = (call: string): string => {
  if (call.startsWith('/')) return call;
  if (call === 'token') return '/v1/token';
  return call.startsWith('mfa') ? `/v2/accounts/${call}` : `/v1/accounts:${call}`;
};

/** Creates a provider on an empty database and collects the emails and texts that it sends. */
export async function createTestProvider(options: ProviderOptions = {}) {
  const database = await (options.open ?? (() => openSqlite([identityMigrations])))();
  const { db } = database;
  let time = Date.now();
  let address = 'local';
  const clock = options.clock ?? (() => time);
  const emails: Email[] = [];
  const texts: TextMessage[] = [];
  /** The ids of the sessions that each call has ended. */
  const endedSessions: (readonly string[])[] = [];
  const outbox = createOutbox({
    db,
    clock,
    databaseClock: createTestDatabaseClock(clock),
    handlers: {
      email: async (email: Email) => void emails.push(email),
      'decoy-email': async () => {},
      'text-message': async (text: TextMessage) => void texts.push(text),
    },
  });
  const settings: Settings = {
    anonymous: false,
    emailPrivacy: false,
    password: true,
    textMessages: true,
    strict: false,
    sessionLifetime: { absoluteTimeoutMs: days(30), idleTimeoutMs: days(14) },
    ...options.settings,
  };
  const limiters = options.limitersOf?.(db) ?? createMemoryLimiters(options.limitScale);
  const identity = await createIdentityProvider({
    db,
    clock,
    outbox,
    getSecret: await openSecrets({ db, secretKey: 'test' }),
    log: testLog(),
    events: createSecurityLog({ log: testLog(), key: 'a key for tests only' }),
    publicUrl: options.publicUrl ?? 'http://localhost:3000',
    settings,
    google: options.google ?? googleSetting,
    fetch: options.fetch ?? fetchFromGoogle,
    onSessionsEnded: async (_, sessionIds) => endedSessions.push(sessionIds),
    siteName: async () => options.siteName ?? 'Blood Buddies',
    siteLook: async () => testLook,
    requiresSecondFactor: options.requiresSecondFactor ?? (async () => false),
    limiters,
    countText: createTextLimits(limiters, options.textsPerDay ?? 500),
    getClientAddress: () => address,
    hashCost: { memory: 64, passes: 1, parallelism: 1 },
  });

  /** Calls a method, such as `signUp` or `mfaSignIn:start`, or a path, with the API key. */
  async function post(
    call: string,
    body: object,
    { key = identity.apiKey, locale = '', userAgent = '' }: CallOptions = {},
  ): Promise<ProviderResponse> {
    const response = await identity.app.request(`${pathOf(call)}${key && `?key=${key}`}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(locale && { 'x-firebase-locale': locale }),
        ...(userAgent && { 'user-agent': userAgent }),
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  /** Returns all sent emails, or the ones to this address. */
  async function sentEmails(to?: string): Promise<Email[]> {
    while ((await outbox.deliver()) > 0);
    return emails.filter((email) => to === undefined || email.to === to);
  }

  /** Returns the code in the newest text, optionally to this number. */
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
    tables: db.withTables<IdentityTables>(),
    now: clock,
    /** Advances the clock. */
    advanceClock: (ms: number) => (time += ms),
    /** Sets the network address of the following calls. */
    setClientAddress: (next: string) => {
      address = next;
    },
    post,
    deliver: outbox.deliver,
    sentEmails,
    texts,
    textedCode,
    endedSessions,
    async sweep() {
      const jobs = createIdentityJobs({ db, clock, settings });
      for (const { run } of jobs) await run();
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}
