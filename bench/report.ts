import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { inRoot } from '../scripts/set-up/paths.mjs';
import { median, spread } from './figures.ts';
import {
  type Busy,
  cpuPerRequest,
  type Options,
  type Pair,
  perSecond,
  type Row,
  type Sample,
} from './measure.ts';

const columns = [
  'row',
  'what',
  'against',
  'requests/s',
  'CPU, us/request',
  'ratio by CPU',
  'ratio by requests',
  'p50 / p99, ms',
  'busy, % of a core: server + generator + others',
  'figures and target',
  'measured',
];
export const heading = `${line(columns)}\n${line(columns.map(() => '---'))}`;

const about = `# Figures that \`npm run bench\` measured

${availableParallelism()} cores (${cpus()[0]?.model}), Node ${process.versions.node}. \`npm run bench [row ...] [--rounds 5] [--seconds 5]\`
measures all rows or the named ones and replaces their lines here. Where two figures stand with a colon between them, the
first is of 'what' and the second of 'against'; both are measured by turns in one run: medians, and of ratios
median (least-most) of the pairs.

- **CPU** is user and system time of the measured server with all its threads and processes, read from outside, divided by
  the requests. It hardly depends on what else the machine does, and is what to compare.
- **Ratio by CPU**: CPU of 'against' divided by CPU of 'what'. **Ratio by requests**: requests/s of 'what' divided by those
  of 'against'. Both: more is better. The second says something only where the server's core was near 100 % busy, the
  generator's below that, and others near 0.
- \`others\`: what neither server nor generator took of the machine. More than some 10 % make times and requests/s noise.
`;

/** The line of the table as it is printed and written. */
export function rowLine(name: string, row: Row, { rounds, seconds }: Options): string {
  const { what, against = '', target, pairs = [], figures = [], broken = [] } = row;
  const remarks = [
    ...figures,
    ...(target ? [`target: ${target}`] : []),
    ...broken.map((rule) => `BROKEN: ${rule}`),
  ];
  const measured = `${new Date().toISOString().slice(0, 10)}, ${rounds} x ${seconds} s`;
  return line([name, what, against, ...comparison(pairs), remarks.join('; '), measured]);
}

function comparison(pairs: Pair[]): string[] {
  if (pairs.length === 0) return ['', '', '', '', '', ''];
  const both = (cell: (samples: Sample[]) => string) =>
    `${cell(pairs.map(({ ours }) => ours))} : ${cell(pairs.map(({ peer }) => peer))}`;
  const ratio = (of: (pair: Pair) => number) => spread(pairs.map(of), 2);
  return [
    both((samples) => shown(samples.map(perSecond), 0)),
    both((samples) => shown(samples.map(cpuPerRequest), 0)),
    ratio(({ ours, peer }) => cpuPerRequest(peer) / cpuPerRequest(ours)),
    ratio(({ ours, peer }) => perSecond(ours) / perSecond(peer)),
    both((samples) =>
      ['p50', 'p99']
        .map((at) =>
          shown(
            samples.map((one) => one[at as 'p50']),
            1,
          ),
        )
        .join(' / '),
    ),
    both(busyOf),
  ];
}

function busyOf(samples: Sample[]): string {
  const percent = (of: keyof Busy) =>
    shown(
      samples.map(({ busy }) => busy && busy[of] * 100),
      0,
    );
  return [percent('server'), percent('generator'), percent('others')].join(' + ');
}

/** A dash where a side has no such figure: a peer that is no server has no generator. */
const shown = (values: (number | undefined)[], digits: number): string =>
  values.every((value) => value === undefined) ? '-' : median(values as number[]).toFixed(digits);

/** Replaces the lines of the rows that were measured, and keeps those of others and what stands after the table. */
export function writeReport(lines: Map<string, string[]>, order: string[]): void {
  const file = inRoot('docs', 'measured.md');
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const from = before.indexOf('\n## ');
  const kept = (name: string) =>
    before
      .slice(0, from)
      .split('\n')
      .filter((line) => line.startsWith(`| ${name} |`));
  const all = order.flatMap((name) => lines.get(name) ?? kept(name));
  const after = from < 0 ? '' : before.slice(from);
  writeFileSync(file, `${about}\n${heading}\n${all.join('\n')}\n${after}`);
}

function line(cells: string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
