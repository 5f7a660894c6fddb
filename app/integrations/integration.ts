import type { Context, Hono } from 'hono';
import type { Database } from '#platform/database/open.ts';
import type { AllowedOrigins } from '#platform/http/content-policy.ts';
import type { OverloadBody } from '#platform/http/load-shedding/overload-response.ts';
import type { CacheScope } from '#platform/http/tuning/response-cache.ts';
import type { Job } from '#platform/jobs/jobs.ts';
import type { Outbox } from '#platform/jobs/outbox.ts';
import type { Log } from '#platform/observability/log.ts';
import type { MetricsRegistry } from '#platform/observability/metrics-registry.ts';
import type { SecurityLog } from '#platform/observability/security-log.ts';
import type { RateLimiters } from '#platform/security/rate-limits.ts';
import type { Secrets } from '#platform/security/secrets.ts';
import type { Clock } from '#platform/time.ts';
import type { Config } from '../config/config.ts';

/** What opening a third party needs of the site. */
export type IntegrationDeps = {
  config: Config;
  database: Database;
  secrets: Secrets;
  outbox: Outbox;
  clock: Clock;
  log: Log;
  events: SecurityLog;
  metrics: MetricsRegistry;
  limiters: RateLimiters;
  address: (c: Context) => string;
  /** Which of these addresses are shown as photos. */
  shown: (imgs: string[]) => Promise<Set<string>>;
  /** Who holds an access token of the product. */
  authenticate: (request: Request) => Promise<{ userId: string }>;
  /** Answers a request to our own origin without a socket. */
  inside: (request: Request) => Promise<Response>;
  /** Where this process really listens, when it does: `http://127.0.0.1:3000`. */
  listensAt: string | undefined;
};

/** One third party: how the server reaches it, what the browser is told, and what stands in for it here. */
export type Integration<Adapter, Told> = {
  adapter: Adapter;
  publicConfig: Told;
  origins: AllowedOrigins;
  /** What of it stands in for somebody else, as the operator reads it. */
  builtInProviders?: string[];
  mounted?: [path: string, app: Hono];
  /** What is said in its protocol to whom the house cannot take now. */
  refusalBody?: OverloadBody;
  jobs?: Job[];
  /** Answers of it that many ask for. */
  cacheScope?: CacheScope;
};
