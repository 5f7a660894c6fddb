// npm run bench [row ...] [-- --rounds 5 --seconds 5]: prints the rows of
// docs/measured.md, all or the named ones.
import { parseArgs } from 'node:util';
import { buildSite } from '../scripts/set-up/site.mjs';
import type { Measurement } from './measure.ts';
import { formatRow, heading } from './report.ts';
import { bookings } from './rows/bookings.ts';
import { clinics } from './rows/clinics.ts';
import { cluster } from './rows/cluster.ts';
import { door } from './rows/door.ts';
import { doorSync } from './rows/door-sync.ts';
import { images } from './rows/images.ts';
import { interactions } from './rows/interactions.ts';
import { lists } from './rows/lists.ts';
import { overload } from './rows/overload.ts';
import { gallery, landing } from './rows/phone.ts';
import { reads } from './rows/reads.ts';
import { signIn } from './rows/sign-in.ts';
import { start } from './rows/start.ts';

const rows: Record<string, Measurement> = {
  reads,
  bookings,
  lists,
  'sign-in': signIn,
  start,
  images,
  landing,
  gallery,
  interactions,
  overload,
  clinics,
  door,
  'door-sync': doorSync,
  cluster,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    /** Number of stored appointments for the row `lists`. */
    appointments: { type: 'string', default: '10000000' },
  },
});
const options = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  appointments: Number(values.appointments),
};
const names = positionals.length > 0 ? positionals : Object.keys(rows);
const unknown = names.filter((name) => !rows[name]);
if (unknown.length > 0) {
  console.error(`Unknown rows: ${unknown.join(', ')}. Available: ${Object.keys(rows).join(', ')}.`);
  process.exit(1);
}

await buildSite();
console.log(heading);
for (const name of names) {
  const measured = (await rows[name]?.(options)) ?? [];
  for (const row of measured) console.log(formatRow(name, row, options));
  if (measured.some(({ violations = [] }) => violations.length > 0)) process.exitCode = 1;
}
