import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '#platform/testing/ports.ts';
import { temporaryFolder } from '#platform/testing/temporary-folder.ts';
import { minutes } from '#platform/time.ts';
import { createLedger } from './cluster/ledger.ts';
import { checkConsistency } from './kill/consistency.ts';
import { runKillRound } from './kill/kill-rounds.ts';
import { unfinishedFiles, waitUntilCleanedUp } from './kill/unfinished-files.ts';
import { runToEnd, startSite } from './process.ts';

/**
 * Few kills are enough, because the simulation covers what can be lost at which moment. This test covers
 * processes and files.
 */
const KILLS = 4;
const seed = Date.now() % 1_000_000_000;

test(
  `keeps acknowledged writes, finishes all work and records all payments after kill -9 (seed ${seed})`,
  async () => {
    const dataDir = join(temporaryFolder(), 'data');
    const environment = { DATA_DIR: dataDir, PORT: String(await freePort()), LOG_LEVEL: 'warn' };
    const ledger = createLedger();
    const interruptedCount = await runKillRound({ environment, ledger, kills: KILLS, seed });
    expect(await checkConsistency(dataDir, ledger)).toEqual([]);
    expect(interruptedCount).toBeGreaterThan(0);
    for (const done of [ledger.booked, ledger.canceled, ledger.paid, ledger.photos, ledger.reports])
      expect(done.size).toBeGreaterThan(0);
    const [[appointmentId, intent] = ['', '']] = ledger.paid;
    const { code, output } = await runToEnd('cli/main.ts', ['payments', intent], environment);
    expect(code).toBe(0);
    const [opened, paid, ...more] = output
      .trim()
      .split('\n')
      .filter((line) => line.includes(appointmentId));
    expect(opened).toMatch(/^\S+Z {2}opened {10} by page/);
    expect(paid).toMatch(/^\S+Z {2}paid {12} by (browser|webhook|reconciler)/);
    expect(more).toEqual([]);
    expect(await runToEnd('cli/main.ts', ['payments', 'pi_unknown'], environment)).toEqual({
      code: 1,
      output: 'No payment found for pi_unknown.\n',
    });
    await waitUntilCleanedUp(dataDir, () => startSite(environment));
    expect(unfinishedFiles(dataDir)).toEqual([]);
  },
  minutes(6),
);
