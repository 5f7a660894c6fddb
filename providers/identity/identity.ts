import { type Context, Hono } from 'hono';
import type { Database } from '#platform/database/open.ts';
import type { Outbox } from '#platform/jobs/outbox.ts';
import type { Log } from '#platform/observability/log.ts';
import type { MetricsRegistry } from '#platform/observability/metrics-registry.ts';
import type { SecurityLog } from '#platform/observability/security-log.ts';
import type { RateLimiters } from '#platform/security/rate-limits.ts';
import type { GetSecret } from '#platform/security/secrets.ts';
import type { CountText } from '#platform/security/text-limits.ts';
import type { Clock } from '#platform/time.ts';
import { createPasswordPolicy } from './accounts/password-policy.ts';
import { type Cost, createPasswordHasher } from './accounts/passwords.ts';
import { deleteAccount, exportAccount } from './accounts/rules.ts';
import { sendConfirmation } from './codes/send-confirmation.ts';
import { createGoogle, type GoogleSetting } from './google/google.ts';
import { createGooglePages } from './google/pages.ts';
import { mountEndpoints } from './http/endpoints.ts';
import { createErrorHandler } from './http/errors.ts';
import type { Language } from './http/language.ts';
import { createLimits } from './http/limits.ts';
import { createKeyRing } from './keys/key-ring.ts';
import { endpoints } from './protocol.ts';
import type { IdentityTables } from './schema/tables.ts';
import type { Services, Settings, Site } from './services.ts';
import { findSignIn } from './sessions/rules.ts';

const projectId = 'blood-buddies';

/**
 * Creates an identity provider that implements Identity Toolkit's REST protocol for the official Firebase
 * SDK. Adds outbox messages `email`, `decoy-email` and `text-message`.
 */
export async function createIdentityProvider(options: {
  db: Database;
  getSecret: GetSecret;
  outbox: Outbox;
  clock: Clock;
  log: Log;
  events: SecurityLog;
  /** An origin, without a trailing slash. */
  publicUrl: string;
  settings: Settings;
  google: GoogleSetting;
  onSessionsEnded: Services['onSessionsEnded'];
  requiresSecondFactor: Services['requiresSecondFactor'];
  siteName: Services['siteName'];
  siteLook: Services['siteLook'];
  /** Used for requests to Google. */
  fetch?: typeof fetch;
  limiters: RateLimiters;
  /** Counts text messages together with those of the rest of the site. */
  countText: CountText;
  getClientAddress: (c: Context) => string;
  metrics?: MetricsRegistry;
  /** Parameters of the password hash. Tests pass smaller ones. */
  hashCost?: Cost;
}) {
  const { getSecret, outbox, clock, log, settings, publicUrl, getClientAddress } = options;
  const db = options.db.withTables<IdentityTables>();
  const site = createSite(publicUrl, await getSecret('identity-api-key'));
  const keys = createKeyRing({ db, getSecret, clock });
  await keys.current();

  const google = await createGoogle({ ...options, setting: options.google });
  const limits = createLimits(options.limiters);

  const services: Services = {
    db,
    clock,
    outbox,
    keys,
    settings,
    site,
    passwords: createPasswordHasher({ metrics: options.metrics, cost: options.hashCost }),
    passwordPolicy: await createPasswordPolicy(settings.strict),
    limits,
    countText: options.countText,
    siteName: options.siteName,
    siteLook: options.siteLook,
    google,
    requiresSecondFactor: options.requiresSecondFactor,
    onSessionsEnded: options.onSessionsEnded,
    refreshKey: await getSecret('identity-refresh-key'),
    totpKey: Buffer.from(await getSecret('identity-totp-key'), 'base64url'),
    oneTimeTokenKey: Buffer.from(await getSecret('identity-one-time-token-key'), 'base64url'),
    pendingTokenKey: Buffer.from(await getSecret('identity-pending-token-key'), 'base64url'),
  };
  const checkRateLimit = (c: Context) => limits.call(getClientAddress(c));
  const app = new Hono();
  app.onError(createErrorHandler(log));
  app.get('/.well-known/jwks.json', async (c) => {
    c.header('Cache-Control', 'public, max-age=300');
    return c.json(await keys.published());
  });
  app.route('/oauth/google', await createGooglePages({ ...options, google, checkRateLimit }));
  mountEndpoints(app, endpoints, services, { getClientAddress, events: options.events });
  return {
    /** The app to mount at `/identity`. */
    app,
    apiKey: site.apiKey,
    projectId,
    authDomain: authDomainOf(publicUrl),
    /** How many requests wait for the hash of a password. */
    waitingRequests: services.passwords.waiting,
    /** `iss` of the ID tokens. Their `aud` is the project id, and their algorithm is ES256. */
    issuer: site.issuer,
    /** Returns the public key of an ID token, for jose. */
    findKey: keys.find,
    /** For the site itself, on behalf of the account's owner. */
    accounts: {
      findActiveSession: (session: Parameters<typeof findSignIn>[1]) => findSignIn(services, session),
      describeAccount: (id: string) => exportAccount(services, id),
      sendConfirmation: (id: string, language: Language) => sendConfirmation(services, id, language),
      removeAccount: async (id: string) => void (await deleteAccount(services, id)),
    },
  };
}

function createSite(publicUrl: string, apiKey: string): Site {
  const { hostname } = new URL(publicUrl);
  const loopback = ['localhost', '127.0.0.1', '[::1]'];
  return {
    publicUrl,
    apiKey,
    projectId,
    issuer: `${publicUrl}/identity/${projectId}`,
    authorizedDomains: loopback.includes(hostname) ? loopback : [hostname],
  };
}

/** Returns the host name without port, or `localhost` for an IPv6 address: the SDK rejects colons. */
function authDomainOf(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  return hostname.startsWith('[') ? 'localhost' : hostname;
}
