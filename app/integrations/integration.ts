import type { Context, Hono } from 'hono';
import type { Database } from '#platform/database/open.ts';
import type { AllowedOrigins } from '#platform/http/content-policy.ts';
import type { MemoScope } from '#platform/http/memo.ts';
import type { OverloadBody } from '#platform/http/overload-response.ts';
import type { Job } from '#platform/job.ts';
import type { Outbox, OutboxHandler } from '#platform/jobs/outbox.ts';
import type { Log } from '#platform/observability/log.ts';
import type { MetricsRegistry } from '#platform/observability/metrics-registry.ts';
import type { SecurityLog } from '#platform/observability/security-log.ts';
import type { RateLimiters } from '#platform/security/rate-limits.ts';
import type { GetSecret } from '#platform/security/secrets.ts';
import type { CountText } from '#platform/security/text-limits.ts';
import type { Clock } from '#platform/time.ts';
import type { Config } from '../config/config.ts';
import type { SiteLookReader, SiteName } from '../site-look.ts';

/** Dependencies of the integration factories. */
export type IntegrationDeps = {
  config: Config;
  database: Database;
  getSecret: GetSecret;
  outbox: Outbox;
  clock: Clock;
  log: Log;
  events: SecurityLog;
  metrics: MetricsRegistry;
  limiters: RateLimiters;
  countText: CountText;
  address: (c: Context) => string;
  /** Returns the ids of the given pictures that at least one photo shows. */
  findVisiblePictures: (pictureIds: string[]) => Promise<Set<string>>;
  siteName: SiteName;
  siteLook: SiteLookReader;
  /** Returns the member who holds the request's access token. @throws AppError (401, 403) */
  authenticate: (request: Request) => Promise<{ userId: string }>;
  /** Serves a request to our own origin in memory, without a socket. */
  fetchInProcess: (request: Request) => Promise<Response>;
  /** The address this process listens on (`http://127.0.0.1:3000`), or undefined if it does not listen. */
  listenUrl: string | undefined;
};

/**
 * An integration of one external system: the server's adapter, the settings for the browser, and the built-in
 * provider if one is used.
 */
export type Integration<Adapter, PublicConfig> = {
  adapter: Adapter;
  publicConfig: PublicConfig;
  /** Origins that pages may load from or connect to. */
  origins: AllowedOrigins;
  /** Names of the built-in providers in use, for the operator. */
  builtInProviders?: string[];
  /** The app of the built-in provider, and its path. */
  mount?: [path: string, app: Hono];
  /** Returns the body of a 503 in the provider's own protocol. */
  overloadBody?: OverloadBody;
  /** Returns the number of requests in the provider's own limited queue. */
  waitingRequests?: () => number;
  jobs?: Job[];
  /** Outbox handlers, keyed by kind of message. */
  handlers: Record<string, OutboxHandler>;
  /** Responses of the provider that the memo may serve. */
  memoScope?: MemoScope;
};
