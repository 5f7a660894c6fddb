import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createMetricsRegistry } from '#platform/observability/metrics-registry.ts';
import { openSqlite } from '#platform/testing/databases.ts';
import { startEmailServer } from '#platform/testing/email-server.ts';
import { testLog } from '#platform/testing/log-collector.ts';
import { freePort } from '#platform/testing/ports.ts';
import { readConfig } from '../config/config.ts';
import { type Finding, ok, problem } from './finding.ts';
import { createSiteChecks } from './site-checks.ts';

async function open(variables: Record<string, string>, checkBackup: () => Promise<Finding | undefined>) {
  const registry = new Registry();
  const lines: string[] = [];
  const test = await openSqlite([]);
  const config = readConfig(variables);
  const emailServers = { smtpUrl: config.smtpUrl };
  const log = testLog({ onLine: (line) => void lines.push(line) });
  const metrics = createMetricsRegistry(registry);
  const options = { config, database: test.db, emailServers, clock: Date.now, log, metrics, checkBackup };
  return {
    checks: createSiteChecks(options),
    lines,
    registry,
    [Symbol.asyncDispose]: test[Symbol.asyncDispose],
  };
}

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'http://localhost:3000',
  ALLOW_INSECURE_CONNECTIONS: 'on',
};

test('what fails is one line in the log, a metric and a problem, until it works again', async () => {
  const port = await freePort();
  const smtp = { SMTP_URL: `smtp://me:hunter2@127.0.0.1:${port}` };
  await using site = await open({ ...production, ...smtp }, async () => ok('fine'));
  await site.checks.job.run();
  await site.checks.job.run();
  expect(site.checks.problems()).toEqual([
    { check: 'email', detail: `connection refused by 127.0.0.1:${port}` },
  ]);
  expect(site.lines).toHaveLength(1);
  expect(site.lines[0]).toContain(`"problem":"connection refused by 127.0.0.1:${port}"`);
  expect(await site.registry.metrics()).toContain('check_ok{check="email"} 0\ncheck_ok{check="backup"} 1');

  await using _server = await startEmailServer({ account: { user: 'me', password: 'hunter2' }, port });
  site.checks.repeatIfFailed('email');
  await expect.poll(site.checks.problems).toEqual([]);
  expect(site.lines[1]).toContain('check passed again');
  expect(site.lines.join()).not.toContain('hunter2');
});

test('outside production only backups are checked', async () => {
  const checkBackup = async () => problem('the last backup is 3 days old: disk full', 'Free some space.');
  await using site = await open({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` }, checkBackup);
  await site.checks.job.run();
  expect(site.checks.problems()).toEqual([
    { check: 'backup', detail: 'the last backup is 3 days old: disk full' },
  ]);
});

test('stopping does not wait for a service', async () => {
  await using site = await open({}, () => new Promise(() => {}));
  const running = site.checks.job.run();
  site.checks.job.cancel?.();
  await running;
});
