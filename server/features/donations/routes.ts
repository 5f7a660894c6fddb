import { type Day, utcDay } from '#contract/days.ts';
import { downloadDonationsCsv } from '#contract/donations.ts';
import { parseLanguage } from '#contract/languages.ts';
import { AppError } from '#platform/errors.ts';
import { days } from '#platform/time.ts';
import type { Core } from '#server/core.ts';
import { fileHeaders } from '#server/documents/file-headers.ts';
import { listAppointments } from '#server/features/appointments/rules.ts';
import { listAccepted } from '#server/features/imported-donations/rules.ts';
import type { Routes } from '#server/http/route.ts';
import { pastDonations } from './past.ts';

export function mountDonations({ memberEndpoint }: Routes, { db, clock }: Core): void {
  memberEndpoint(downloadDonationsCsv, async ({ c, viewer, query }) => {
    const today = checkToday(query.today, clock());
    const language = parseLanguage(c.req.header('accept-language')) ?? 'en';
    const imported = await listAccepted(db, viewer);
    const donations = pastDonations(await listAppointments(db, viewer), imported, today);
    const { toCsv } = await import('./table.ts');
    return c.body(toCsv(donations, language), 200, {
      ...fileHeaders(`blood-buddies-donations-${today}.csv`, language),
      'Content-Type': 'text/csv; charset=utf-8',
    });
  });
}

/**
 * Returns the client's current day, by default today in UTC.
 * @throws AppError invalid-fields (422) if it is not that day anywhere in the world now
 */
function checkToday(today: Day | undefined, now: number): Day {
  const day = today ?? utcDay(now);
  if (day < utcDay(now - days(1)) || day > utcDay(now + days(1)))
    throw new AppError('invalid-fields', { fields: { today: "Enter today's date" } });
  return day;
}
