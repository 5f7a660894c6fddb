// Kills under load: `npm run bench:kill -- [--kills 200] [--seed N]`; `--kills 8 --seed N` plays one round again.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '#platform/testing/ports.ts';
import { buildSite } from '../../scripts/set-up/site.mjs';
import { emptyLedger } from '../../tests/cluster/ledger.ts';
import { judge } from '../../tests/kill/judge.ts';
import { playRound, type Round } from '../../tests/kill/rounds.ts';
import { leftovers, untilTidied } from '../../tests/kill/untidy.ts';
import { startSite } from '../../tests/process.ts';
import { spread } from '../figures.ts';

/** After so many the members come to an end, and all data are looked at. */
const KILLS_A_ROUND = 8;
/** What `npm start` runs, itself a process that is killed with the site in it. */
const program = 'scripts/start.mjs';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
  },
});
const kills = Number(values.kills);
const first = Number(values.seed);
const folder = mkdtempSync(join(tmpdir(), 'blood-buddies-kills-'));
const dataDir = join(folder, 'data');
const environment = {
  DATA_DIR: dataDir,
  HOST: '127.0.0.1',
  PORT: String(await freePort()),
  LOG_LEVEL: 'warn',
};
const ledger = emptyLedger();
const rounds: Round[] = [];
const began = performance.now();

await buildSite();
console.log(`${kills} kills, seeds from ${first}, data in ${dataDir}`);
for (let done = 0; done < kills; done += KILLS_A_ROUND) {
  const seed = first + rounds.length;
  const of = Math.min(KILLS_A_ROUND, kills - done);
  rounds.push(await playRound({ environment, program, ledger, kills: of, seed }));
  const wrong = await judge(dataDir, ledger);
  console.log(`seed ${seed}: ${done + of} kills, ${ledger.booked.size} bookings, ${wrong.length} wrong`);
  if (wrong.length === 0) continue;
  console.error(wrong.join('\n'));
  console.error(`Play it again: npm run bench:kill -- --kills ${of} --seed ${seed}. The data are kept.`);
  process.exit(1);
}
const left = leftovers(dataDir).length;
await untilTidied(dataDir, () => startSite(environment, program));
rmSync(folder, { recursive: true, maxRetries: 5 });

const total = (of: (round: Round) => number) => rounds.reduce((sum, round) => sum + of(round), 0);
const starts = rounds.flatMap((round) => round.starts);
const reports = [...ledger.reports.values()].reduce((sum, who) => sum + who.size, 0);
console.log(`
| | |
|---|---|
| kills, starts | ${total((round) => round.kills)}, ${starts.length} |
| requests, of them broken by a kill | ${total((round) => round.requests)}, ${total((round) => round.broken)} |
| accounts, booked, cancelled, paid, photos, reports | ${ledger.accounts.size}, ${ledger.booked.size}, ${ledger.cancelled.size}, ${ledger.paid.size}, ${ledger.photos.size}, ${reports} |
| answered and lost, half done, done twice | 0 |
| files half written, left by the kills and cleared an hour later | ${left} |
| ready after, ms: median (least-most) | ${spread(starts, 0)} |
| minutes | ${((performance.now() - began) / 60_000).toFixed(1)} |`);
