// npm run bench [row ...] [-- --rounds 5 --seconds 5]: measures all rows or the named ones, which
// docs/performance.md explains.
import { parseArgs } from 'node:util';
import { buildSite } from '../scripts/set-up/site.mjs';
import type { Measurement } from './measure.ts';
import { bookings } from './rows/bookings.ts';
import { cluster } from './rows/cluster.ts';
import { door } from './rows/door.ts';
import { page } from './rows/page.ts';
import { reads } from './rows/reads.ts';
import { rush } from './rows/rush.ts';
import { start } from './rows/start.ts';

const rows: Record<string, Measurement> = { reads, bookings, rush, door, start, page, cluster };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '5' } },
});
const options = { rounds: Number(values.rounds), seconds: Number(values.seconds) };
const names = positionals.length > 0 ? positionals : Object.keys(rows);
const unknown = names.filter((name) => !rows[name]);
if (unknown.length > 0) {
  console.error(`Unknown rows: ${unknown.join(', ')}. Available: ${Object.keys(rows).join(', ')}.`);
  process.exit(1);
}

await buildSite();
for (const name of names)
  for (const { label, figures, violations = [] } of (await rows[name]?.(options)) ?? []) {
    const broken = violations.map((rule) => `BROKEN: ${rule}`);
    console.log(`${name}: ${label}: ${[...figures, ...broken].join('; ')}`);
    if (broken.length > 0) process.exitCode = 1;
  }
