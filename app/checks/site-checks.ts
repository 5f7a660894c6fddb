import type { Problem } from '#contract/open-tasks.ts';
import type { Database } from '#platform/database/open.ts';
import type { Job } from '#platform/job.ts';
import type { Log } from '#platform/observability/log.ts';
import type { MetricsRegistry } from '#platform/observability/metrics-registry.ts';
import { type Clock, minutes } from '#platform/time.ts';
import type { EmailServers } from '#server/integrations/email.ts';
import type { Config } from '../config/config.ts';
import { describeCertificate, readCertificate } from './certificate.ts';
import { createClockComparison, recordDatabaseTime } from './clock.ts';
import { type Check, type Finding, runCheck } from './finding.ts';
import { createServiceChecks } from './services.ts';

type Options = {
  config: Config;
  database: Database;
  emailServers: EmailServers;
  /** Says how old the last backup is, or undefined if none are made here. */
  checkBackup: () => Promise<Finding | undefined>;
  clock: Clock;
  log: Log;
  metrics: MetricsRegistry;
};

export type SiteChecks = {
  job: Job;
  /** Returns what failed, for an owner. */
  problems: () => Problem[];
  /** Repeats a check in the background. */
  repeat: (name: Problem['check']) => void;
  /** Repeats a check that has failed, because what it checks has just worked. */
  repeatIfFailed: (name: Problem['check']) => void;
};

/**
 * Checks the services of this site after the start and every 15 minutes. Outside production only backups are
 * checked. What fails is logged once, and is a metric.
 */
export function createSiteChecks(options: Options): SiteChecks {
  const { config, log, metrics, checkBackup } = options;
  const findings = new Map<string, Finding>();
  const stopping = Promise.withResolvers<void>();
  const checks: Check[] = [
    ...(config.production ? createProductionChecks(options) : []),
    { name: 'backup', run: checkBackup },
  ];

  async function runOne(check: Check): Promise<void> {
    const { name } = check;
    const finding = await runCheck(check);
    const before = findings.get(name);
    if (finding) findings.set(name, finding);
    else findings.delete(name);
    if (finding?.isOk === false && (before?.isOk ?? true))
      log.error({ check: name, problem: finding.text, fix: finding.fix }, 'check failed');
    if (finding?.isOk && before?.isOk === false) log.warn({ check: name }, 'check passed again');
  }

  function repeat(name: string): void {
    const check = checks.find((candidate) => candidate.name === name);
    if (check) void runOne(check);
  }

  async function runAll(): Promise<void> {
    for (const check of checks) await runOne(check);
  }

  metrics.gauge(
    'check_ok',
    'Whether the last check succeeded (1) or failed (0).',
    () => [...findings].map(([check, { isOk }]) => [{ check }, isOk ? 1 : 0]),
    'site',
  );
  return {
    job: {
      name: 'check-services',
      everyMs: minutes(15),
      run: () => Promise.race([runAll(), stopping.promise]),
      cancel: stopping.resolve,
    },
    problems: () =>
      [...findings].flatMap(([check, finding]) =>
        finding.isOk ? [] : [{ check: check as Problem['check'], detail: finding.text }],
      ),
    repeat,
    repeatIfFailed(name) {
      if (findings.get(name)?.isOk === false) repeat(name);
    },
  };
}

function createProductionChecks({ config, database, emailServers, clock, metrics }: Options): Check[] {
  const comparison = createClockComparison(clock);
  const address = new URL(config.publicUrl);
  let expiresAt: number | undefined;
  metrics.gauge(
    'certificate_expiry_timestamp_seconds',
    'When the certificate of PUBLIC_URL expires.',
    () => (expiresAt === undefined ? [] : expiresAt / 1000),
    'site',
  );
  return [
    ...createServiceChecks({ config, emailServers, comparison, clock }),
    {
      name: 'clock',
      async run() {
        if (config.databaseUrl) await recordDatabaseTime(database, comparison, clock);
        return comparison.check.run();
      },
    },
    {
      name: 'certificate',
      async run() {
        // Some networks do not let a machine reach its own public address.
        const found =
          address.protocol === 'https:' && (await readCertificate(address).catch(() => undefined));
        if (!found) return undefined;
        expiresAt = found.expiresAt;
        return describeCertificate(address.host, found, clock());
      },
    },
  ];
}
