import type { Figures } from './measure.ts';

/** The system that this one succeeds, measured on the same machine: docs/performance.md. */
const before = [
  '| before: / | mobile | 47 / 71 / 77 / 100 | 8.7-9.5 s | 560-660 ms | | 2526 KiB |',
  '| before: /login | mobile | 73 / 79 / 96 / 100 | | | | |',
];

const header = [
  '| page | screen | performance / accessibility / best practices / SEO | LCP | TBT | CLS | weight |',
  '|---|---|---|---|---|---|---|',
];

export const toMarkdown = (figures: Figures[]): string =>
  [...header, ...figures.map(toRow), ...before].join('\n');

const toRow = (page: Figures): string =>
  `| ${[
    page.path,
    page.formFactor,
    [page.performance, page.accessibility, page.bestPractices, page.seo].join(' / '),
    `${(page.lcp / 1000).toFixed(2)} s`,
    `${Math.round(page.tbt)} ms`,
    page.cls.toFixed(3),
    `${Math.round(page.weight)} KiB`,
  ].join(' | ')} |`;
