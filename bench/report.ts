import { readFileSync, writeFileSync } from 'node:fs';
import { inRoot } from '../scripts/set-up/paths.mjs';
import {
  type CpuShares,
  cpuPerRequest,
  median,
  type Options,
  type Pair,
  perSecond,
  type Row,
  type Sample,
  spread,
} from './measure.ts';

const columns = [
  'row',
  'what',
  'against',
  'requests/s',
  'CPU, µs/request',
  'ratio by CPU',
  'ratio by requests',
  'p50 / p99, ms',
  'busy, % of a core: server + generator + others',
  'figures and target',
  'measured',
];
export const heading = `${line(columns)}\n${line(columns.map(() => '---'))}`;

/** Formats a row of the table. */
export function formatRow(name: string, row: Row, { rounds, seconds }: Options): string {
  const { label, against = '', target, pairs = [], figures = [], violations = [] } = row;
  const remarks = [
    ...figures,
    ...(target ? [`target: ${target}`] : []),
    ...violations.map((rule) => `BROKEN: ${rule}`),
  ];
  const measured = `${new Date().toISOString().slice(0, 10)}, ${rounds} x ${seconds} s`;
  return line([name, label, against, ...comparison(pairs), remarks.join('; '), measured]);
}

function comparison(pairs: Pair[]): string[] {
  if (pairs.length === 0) return ['', '', '', '', '', ''];
  const both = (cell: (samples: Sample[]) => string) =>
    `${cell(pairs.map(({ ours }) => ours))} : ${cell(pairs.map(({ peer }) => peer))}`;
  const ratio = (select: (pair: Pair) => number) => spread(pairs.map(select), 2);
  return [
    both((samples) => formatMedian(samples.map(perSecond), 0)),
    both((samples) => formatMedian(samples.map(cpuPerRequest), 0)),
    ratio(({ ours, peer }) => cpuPerRequest(peer) / cpuPerRequest(ours)),
    ratio(({ ours, peer }) => perSecond(ours) / perSecond(peer)),
    both((samples) =>
      ['p50', 'p99']
        .map((percentile) =>
          formatMedian(
            samples.map((one) => one[percentile as 'p50']),
            1,
          ),
        )
        .join(' / '),
    ),
    both(busyOf),
  ];
}

function busyOf(samples: Sample[]): string {
  const percent = (select: keyof CpuShares) =>
    formatMedian(
      samples.map(({ busy }) => busy && busy[select] * 100),
      0,
    );
  return [percent('server'), percent('generator'), percent('others')].join(' + ');
}

/** A dash for a missing value: a peer that is not a server has no generator. */
const formatMedian = (values: (number | undefined)[], digits: number): string =>
  values.every((value) => value === undefined) ? '-' : median(values as number[]).toFixed(digits);

/** Replaces the rows that were measured and keeps the other rows and the text around the table. */
export function writeReport(lines: Map<string, string[]>, order: string[]): void {
  const file = inRoot('docs', 'measured.md');
  const [above, rest] = readFileSync(file, 'utf8').split(heading);
  if (rest === undefined) throw new Error(`docs/measured.md has no table with this heading:\n${heading}`);
  const [table = '', ...below] = rest.split('\n\n');
  const existingLines = (name: string) => table.split('\n').filter((line) => line.startsWith(`| ${name} |`));
  const all = order.flatMap((name) => lines.get(name) ?? existingLines(name));
  writeFileSync(file, [`${above}${heading}\n${all.join('\n')}`, ...below].join('\n\n'));
}

function line(cells: string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
