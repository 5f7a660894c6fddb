import { readFile } from 'node:fs/promises';
import { expect, inject, test } from 'vitest';
import { createPostgresDatabase } from '#platform/testing/databases.ts';
import { freePort } from '#platform/testing/ports.ts';
import { temporaryFolder } from '#platform/testing/temporary-folder.ts';
import { runToEnd, startSite, stop } from './process.ts';
import { member } from './process-member.ts';

test('several workers serve one port, add up their metrics, are replaced when killed, and stop together', async () => {
  const database = await createPostgresDatabase(inject('postgresUrl'));
  const [port, metricsPort] = [await freePort(), await freePort()];
  const environment = {
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    DATA_DIR: temporaryFolder(),
    DATABASE_URL: database.url,
    SECRET_KEY: 'a key of all workers',
    WORKERS: '3',
    DATABASE_POOL: '18',
  };
  const site = await startSite(environment);
  const readMetrics = async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const sum = (name: string) =>
      [...text.matchAll(/^(\w+)((?:\{.*\})?) (\S+)$/gm)]
        .filter(([, each, labels]) => each === name && !/route="(?!\/api\/opinions")/.test(labels ?? ''))
        .reduce((total, [, , , value]) => total + Number(value), 0);
    return {
      requests: sum('http_request_duration_seconds_count'),
      pools: sum('database_pool_connections'),
    };
  };
  try {
    await expect.poll(site.output).toContain('worker processes: 3');
    expect(site.output().match(/is ready/g)).toHaveLength(1);
    // A session that one worker started is valid at the others.
    const { token } = await member(site.origin, 'rahim@example.org');
    const request = async () => {
      // Each connection may reach another worker.
      const headers = { Authorization: `Bearer ${token}`, Connection: 'close' };
      return (await fetch(`${site.origin}/api/opinions`, { headers })).status;
    };
    const before = (await readMetrics()).requests;
    const statuses = await Promise.all(Array.from({ length: 30 }, request));
    expect(new Set(statuses)).toEqual(new Set([200]));
    await expect.poll(async () => (await readMetrics()).requests - before).toBe(30);

    const [killed] = await childrenOf(site.child.pid ?? 0);
    process.kill(killed ?? 0, 'SIGKILL');
    await expect.poll(site.output).toContain('worker ended; starting another');
    await expect
      .poll(async () => {
        const workers = await childrenOf(site.child.pid ?? 0);
        return [workers.length, workers.includes(killed ?? 0)];
      })
      .toEqual([3, false]);
    expect(await request()).toBe(200);

    const second = await runToEnd('app/main.ts', [], { ...environment, METRICS_PORT: '' });
    expect(second).toMatchObject({ code: 1, output: expect.stringContaining(`${port}`) });
  } finally {
    const code = await stop(site);
    await database.drop();
    expect(code).toBe(0);
  }
});

/** Returns the process ids of a process's children, from Linux's process table. */
async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}
