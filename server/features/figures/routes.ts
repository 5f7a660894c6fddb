import type { Context } from 'hono';
import type { QueryOf } from '#contract/endpoint.ts';
import { type Language, parseLanguage } from '#contract/languages.ts';
import { utcMonth } from '#contract/months.ts';
import * as contract from '#contract/staff-figures.ts';
import type { RequestLimit } from '#platform/http/limits.ts';
import type { Clock } from '#platform/time.ts';
import type { Db } from '#server/db/tables.ts';
import { fileHeaders } from '#server/documents/file-headers.ts';
import type { PdfRenderer } from '#server/documents/pdf-renderer.ts';
import type { Routes } from '#server/http/route.ts';
import type { StaffMember } from '#server/http/viewer.ts';
import { readFigures } from './rules.ts';

type Options = {
  db: Db;
  clock: Clock;
  /** Counts one PDF of a member. @throws AppError too-many-requests (429) */
  countPdf: RequestLimit;
  pdfRenderer: PdfRenderer;
};
type Query = QueryOf<typeof contract.getFigures>;

export function mountFigures({ staffEndpoint }: Routes, options: Options): void {
  const { db, clock, countPdf, pdfRenderer } = options;
  const read = (viewer: StaffMember, { month = utcMonth(clock()), centerId }: Query) =>
    readFigures(db, viewer, { month, centerId });

  staffEndpoint(contract.getFigures, ({ viewer, query }) => read(viewer, query));

  staffEndpoint(contract.downloadFiguresCsv, async ({ c, viewer, query }) => {
    const figures = await read(viewer, query);
    const language = languageOf(c);
    const { toCsv } = await import('./table.ts');
    return c.body(toCsv(figures, language), 200, {
      ...fileHeaders(`blood-buddies-figures-${figures.month}.csv`, language),
      'Content-Type': 'text/csv; charset=utf-8',
    });
  });

  staffEndpoint(contract.downloadFiguresPdf, async ({ c, viewer, query }) => {
    await countPdf(viewer.userId);
    const figures = await read(viewer, query);
    const language = languageOf(c);
    const { toDocument } = await import('./document.ts');
    const pdf = await pdfRenderer.render(toDocument(figures, language), viewer.userId);
    return c.body(new Uint8Array(pdf), 200, {
      ...fileHeaders(`blood-buddies-figures-${figures.month}.pdf`, language),
      'Content-Type': 'application/pdf',
    });
  });
}

const languageOf = (c: Context): Language => parseLanguage(c.req.header('accept-language')) ?? 'en';
