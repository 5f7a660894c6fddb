import { median } from '../figures.ts';
import type { FormFactor, Report, RunOnce } from './tool.ts';

/** Medians of several runs. Scores 0-100, LCP and TBT in ms, weight in KiB as transferred. */
export type Figures = {
  path: string;
  formFactor: FormFactor;
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  lcp: number;
  tbt: number;
  cls: number;
  weight: number;
  /** What kept a score from 100 in any run. */
  faults: string[];
};

export async function measurePage(
  runOnce: RunOnce,
  page: { url: string; path: string; formFactor: FormFactor; port: number; runs: number },
): Promise<Figures> {
  const reports: Report[] = [];
  for (let run = 0; run < page.runs; run += 1)
    reports.push(await runOnce(page.url + page.path, page.port, page.formFactor));
  const score = (category: string) =>
    median(reports.map((report) => Math.round((report.categories[category]?.score ?? 0) * 100)));
  const value = (audit: string) =>
    median(reports.map((report) => report.audits[audit]?.numericValue ?? Number.NaN));
  return {
    path: page.path,
    formFactor: page.formFactor,
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    weight: value('total-byte-weight') / 1024,
    faults: [...new Set(reports.flatMap(faultsOf))],
  };
}

function faultsOf({ categories, audits }: Report): string[] {
  return Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.flatMap(({ id, weight }) => {
      const audit = audits[id];
      if (!audit || weight === 0 || audit.score === null || audit.score >= 0.9) return [];
      return [`${id}: ${audit.displayValue ?? audit.title}`];
    }),
  );
}
