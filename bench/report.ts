import {
  cpuPerRequest,
  median,
  type Options,
  type Pair,
  perSecond,
  type Row,
  ratioByCpu,
  type Sample,
  spreadOf,
} from './measure.ts';

/** The columns that compare two servers. */
const comparison: [heading: string, cell: (pairs: Pair[]) => string][] = [
  ['requests/s', (pairs) => bothSides(pairs, [perSecond])],
  ['CPU, µs/request', (pairs) => bothSides(pairs, [cpuPerRequest])],
  ['ratio by CPU', (pairs) => spreadOf(pairs, ratioByCpu, 2)],
  ['ratio by requests', (pairs) => spreadOf(pairs, ({ ours, peer }) => perSecond(ours) / perSecond(peer), 2)],
  ['p50 / p99, ms', (pairs) => bothSides(pairs, [({ p50 }) => p50, ({ p99 }) => p99], ' / ', 1)],
  [
    'busy, % of a core: server + generator + others',
    (pairs) => bothSides(pairs, [percent('server'), percent('generator'), percent('others')], ' + '),
  ],
];

export const heading = [
  ['row', 'what', 'against', ...comparison.map(([name]) => name), 'figures and target', 'measured'],
  Array(comparison.length + 5).fill('---'),
]
  .map(line)
  .join('\n');

/** Formats a row of the table. */
export function formatRow(name: string, row: Row, { rounds, seconds }: Options): string {
  const { label, against = '', target, pairs, figures = [], violations = [] } = row;
  const compared = comparison.map(([, cell]) => (pairs ? cell(pairs) : ''));
  const remarks = [
    ...figures,
    ...(target ? [`target: ${target}`] : []),
    ...violations.map((rule) => `BROKEN: ${rule}`),
  ];
  const measured = `${new Date().toISOString().slice(0, 10)}, ${rounds} x ${seconds} s`;
  return line([name, label, against, ...compared, remarks.join('; '), measured]);
}

type Figure = (sample: Sample) => number | undefined;

function percent(part: 'server' | 'generator' | 'others'): Figure {
  return ({ busy }) => busy && busy[part] * 100;
}

/** Formats the medians of both sides; a dash for a missing value: a peer that is not a server has no generator. */
const bothSides = (pairs: Pair[], figures: Figure[], separator = '', digits = 0): string =>
  (['ours', 'peer'] as const)
    .map((side) =>
      figures
        .map((figure) => {
          const values = pairs.map((pair) => figure(pair[side])).filter((value) => value !== undefined);
          return values.length > 0 ? median(values).toFixed(digits) : '-';
        })
        .join(separator),
    )
    .join(' : ');

function line(cells: string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
