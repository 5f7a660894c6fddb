import { readFileSync, writeFileSync } from 'node:fs';
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

/** The line of the table as it is printed and written. */
export function rowLine(name: string, row: Row, { rounds, seconds }: Options): string {
  const { label, against = '', target, pairs = [], figures = [], broken = [] } = row;
  const remarks = [
    ...figures,
    ...(target ? [`target: ${target}`] : []),
    ...broken.map((rule) => `BROKEN: ${rule}`),
  ];
  const measured = `${new Date().toISOString().slice(0, 10)}, ${rounds} x ${seconds} s`;
  return line([name, label, against, ...comparison(pairs), remarks.join('; '), measured]);
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

/** Replaces the lines of the rows that were measured, and keeps those of others and all text around the table. */
export function writeReport(lines: Map<string, string[]>, order: string[]): void {
  const file = inRoot('docs', 'measured.md');
  const [above, rest] = readFileSync(file, 'utf8').split(heading);
  if (rest === undefined) throw new Error(`docs/measured.md has no table with this heading:\n${heading}`);
  const [table = '', ...below] = rest.split('\n\n');
  const kept = (name: string) => table.split('\n').filter((line) => line.startsWith(`| ${name} |`));
  const all = order.flatMap((name) => lines.get(name) ?? kept(name));
  writeFileSync(file, [`${above}${heading}\n${all.join('\n')}`, ...below].join('\n\n'));
}

function line(cells: string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
