// npm run bench [-- --rounds 5 --seconds 5 --only reads,sign-in]: the table of docs/measured.md, by one command.
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { inRoot } from '../../scripts/set-up/paths.mjs';
import { buildSite } from '../../scripts/set-up/site.mjs';
import { bookings } from './bookings.ts';
import { landing } from './landing.ts';
import { manyRows } from './many-rows.ts';
import { overload } from './overload.ts';
import { againstParse } from './parse.ts';
import { reads } from './reads.ts';
import { heading, line, type Part } from './row.ts';
import { signIn } from './sign-in.ts';
import { soak } from './soak.ts';
import { start } from './start.ts';

const parts: Record<string, Part> = {
  reads,
  bookings,
  parse: againstParse,
  'many-rows': manyRows,
  'sign-in': signIn,
  start,
  landing,
  overload,
  soak,
};

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    only: { type: 'string', default: Object.keys(parts).join(',') },
  },
});
const options = { rounds: Number(values.rounds), seconds: Number(values.seconds) };

await buildSite();
const lines: string[] = [];
console.log(heading);
for (const name of values.only.split(',')) {
  const part = parts[name];
  if (!part) throw new Error(`There is no part ${name}: ${Object.keys(parts).join(', ')}.`);
  for (const row of await part(options)) {
    lines.push(line(row));
    console.log(lines.at(-1));
  }
}

// A part of the table is looked at, not kept.
if (values.only === Object.keys(parts).join(',')) {
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model}), Node ${process.versions.node}`;
  const about = `# Speed, as \`npm run bench\` measured it\n\n${machine}; median (least-most) of ${options.rounds} rounds.\nWhat stands behind the figures: docs/performance.md.\n\n`;
  writeFileSync(inRoot('docs', 'measured.md'), `${about}${heading}\n${lines.join('\n')}\n`);
}
