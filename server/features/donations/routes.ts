import type { Context } from 'hono';
import { type Day, utcDay } from '#contract/days.ts';
import * as contract from '#contract/donations.ts';
import { parseLanguage } from '#contract/languages.ts';
import { AppError } from '#platform/errors.ts';
import type { RequestLimit } from '#platform/http/limits.ts';
import type { RateLimit } from '#platform/security/rate-limits.ts';
import { type Clock, days } from '#platform/time.ts';
import type { AppointmentRow } from '#server/db/tables.ts';
import { fileHeaders } from '#server/documents/file-headers.ts';
import type { PdfRenderer } from '#server/documents/pdf-renderer.ts';
import type { Routes } from '#server/http/route.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { pastDonations } from './past.ts';

type Options = {
  clock: Clock;
  listAppointments: (viewer: Viewer) => Promise<AppointmentRow[]>;
  /** Counts one PDF of a member. @throws AppError too-many-requests (429) */
  countPdf: RequestLimit;
  pdfRenderer: PdfRenderer;
};

/** Limit per member: each PDF takes half a second of CPU time. */
export const MAX_PDFS_PER_HOUR: RateLimit = { points: 30, seconds: 3600 };

export function mountDonations({ memberEndpoint }: Routes, options: Options): void {
  const { clock, listAppointments, countPdf, pdfRenderer } = options;

  memberEndpoint(contract.downloadDonationsCsv, async ({ c, viewer, query }) => {
    const { today, language } = readOptions(c, query.today);
    const donations = pastDonations(await listAppointments(viewer), today);
    const { toCsv } = await import('./table.ts');
    return c.body(toCsv(donations, language), 200, {
      ...fileHeaders(`blood-buddies-donations-${today}.csv`, language),
      'Content-Type': 'text/csv; charset=utf-8',
    });
  });

  memberEndpoint(contract.downloadDonationsPdf, async ({ c, viewer, query }) => {
    const { today, language } = readOptions(c, query.today);
    await countPdf(viewer.userId);
    const donations = pastDonations(await listAppointments(viewer), today);
    const [{ toDocument }, { template }] = await Promise.all([
      import('./document.ts'),
      import('./template.ts'),
    ]);
    const data = toDocument(donations, { email: viewer.email, today, language });
    const pdf = await pdfRenderer.render({ template, data }, viewer.userId);
    return c.body(new Uint8Array(pdf), 200, {
      ...fileHeaders(`blood-buddies-donations-${today}.pdf`, language),
      'Content-Type': 'application/pdf',
    });
  });

  function readOptions(c: Context, today: Day | undefined) {
    return {
      today: checkToday(today, clock()),
      language: parseLanguage(c.req.header('accept-language')) ?? 'en',
    };
  }
}

/** @throws AppError invalid-fields (422) if it is not that day anywhere in the world now */
function checkToday(today: Day | undefined, now: number): Day {
  const day = today ?? utcDay(now);
  if (day < utcDay(now - days(1)) || day > utcDay(now + days(1)))
    throw new AppError('invalid-fields', { fields: { today: "Enter today's date" } });
  return day;
}
