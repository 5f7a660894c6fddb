import type { QueryOf } from '#contract/endpoint.ts';
import { parseLanguage } from '#contract/languages.ts';
import { utcMonth } from '#contract/months.ts';
import * as contract from '#contract/staff-figures.ts';
import type { Core } from '#server/core.ts';
import { fileHeaders } from '#server/documents/file-headers.ts';
import type { Routes } from '#server/http/route.ts';
import type { StaffMember } from '#server/http/viewer.ts';
import { readFigures } from './rules.ts';

type Query = QueryOf<typeof contract.getFigures>;

export function mountFigures({ staffEndpoint }: Routes, { db, clock }: Core): void {
  const read = (viewer: StaffMember, { month = utcMonth(clock()), centerId }: Query) =>
    readFigures(db, viewer, { month, centerId });

  staffEndpoint(contract.getFigures, ({ viewer, query }) => read(viewer, query));

  staffEndpoint(contract.downloadFiguresCsv, async ({ c, viewer, query }) => {
    const figures = await read(viewer, query);
    const language = parseLanguage(c.req.header('accept-language')) ?? 'en';
    const { toCsv } = await import('./table.ts');
    return c.body(toCsv(figures, language), 200, {
      ...fileHeaders(`blood-buddies-figures-${figures.month}.csv`, language),
      'Content-Type': 'text/csv; charset=utf-8',
    });
  });
}
