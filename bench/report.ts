import {
  cpuPerRequest,
  median,
  type Options,
  type Pair,
  perSecond,
  type Row,
  ratioByCpu,
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

type Figure = (sample: Sample) => number | undefined;

function comparison(pairs: Pair[]): string[] {
  if (pairs.length === 0) return ['', '', '', '', '', ''];
  const sides = [pairs.map(({ ours }) => ours), pairs.map(({ peer }) => peer)];
  const both = (figures: Figure[], digits = 0, separator = '') =>
    sides
      .map((side) => figures.map((figure) => formatMedian(side.map(figure), digits)).join(separator))
      .join(' : ');
  const ratio = (select: (pair: Pair) => number) => spread(pairs.map(select), 2);
  const busy = (['server', 'generator', 'others'] as const).map(
    (part): Figure =>
      ({ busy }) =>
        busy && busy[part] * 100,
  );
  return [
    both([perSecond]),
    both([cpuPerRequest]),
    ratio(ratioByCpu),
    ratio(({ ours, peer }) => perSecond(ours) / perSecond(peer)),
    both([({ p50 }) => p50, ({ p99 }) => p99], 1, ' / '),
    both(busy, 0, ' + '),
  ];
}

/** A dash for a missing value: a peer that is not a server has no generator. */
const formatMedian = (values: (number | undefined)[], digits: number): string =>
  values.every((value) => value === undefined) ? '-' : median(values as number[]).toFixed(digits);

function line(cells: string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
