import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '#platform/testing/ports.ts';
import { minutes } from '#platform/time.ts';
import { emptyLedger } from './cluster/ledger.ts';
import { judge } from './kill/judge.ts';
import { playRound } from './kill/rounds.ts';
import { leftovers, untilTidied } from './kill/untidy.ts';
import { startSite } from './process.ts';

/** `npm run bench:kill` is for more. */
const KILLS = 8;
const seed = Date.now() % 1_000_000_000;

test(
  `kill -9 under load (seed ${seed}): what was answered is there, nothing is half done, no hand is needed`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'blood-buddies-kills-'));
    const dataDir = join(folder, 'data');
    const environment = { DATA_DIR: dataDir, PORT: String(await freePort()), LOG_LEVEL: 'warn' };
    const ledger = emptyLedger();
    try {
      const round = await playRound({ environment, program: 'main.ts', ledger, kills: KILLS, seed });
      expect(await judge(dataDir, ledger)).toEqual([]);
      expect(round.broken).toBeGreaterThan(0);
      for (const done of [ledger.booked, ledger.cancelled, ledger.paid, ledger.photos, ledger.reports])
        expect(done.size).toBeGreaterThan(0);
      await untilTidied(dataDir, () => startSite(environment));
      expect(leftovers(dataDir)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
  minutes(6),
);
