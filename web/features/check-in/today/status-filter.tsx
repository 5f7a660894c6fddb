import { plural, t } from '@lingui/core/macro';
import { useMemo } from 'react';
import type { AppointmentStatus } from '#contract/values.ts';
import { formatNumber } from '#web/i18n/numbers.ts';
import { type CheckInRow, countRows } from '../device/operations.ts';
import { statusTexts } from '../texts.ts';

type Filter = { name: string; label: string; statuses: readonly AppointmentStatus[] | undefined };

const filters: readonly Filter[] = [
  { name: 'all', label: t`All`, statuses: undefined },
  { name: 'expected', label: statusTexts.booked, statuses: ['booked'] },
  { name: 'arrived', label: statusTexts.arrived, statuses: ['arrived'] },
  { name: 'gave', label: statusTexts.fulfilled, statuses: ['fulfilled'] },
  { name: 'deferred', label: statusTexts.deferred, statuses: ['deferred'] },
  { name: 'notGiven', label: statusTexts['not-given'], statuses: ['not-given'] },
  { name: 'noShow', label: statusTexts.noshow, statuses: ['noshow'] },
  { name: 'canceled', label: statusTexts.cancelled, statuses: ['cancelled'] },
];

/** Returns the statuses that a filter shows, or undefined for all. */
export const listFilterStatuses = (filterName: string): readonly AppointmentStatus[] | undefined =>
  filters.find(({ name }) => name === filterName)?.statuses;

type Props = { rows: readonly CheckInRow[]; name: string; onChange: (name: string) => void };

/** Shows how many of the day's donors have each status, as buttons that filter the list. */
export function StatusFilter({ rows, name: chosen, onChange }: Props) {
  const counts = useMemo(() => countRows(rows), [rows]);
  const { overCapacity } = counts;
  const numbers: Record<string, number> = { all: rows.length, ...counts };
  return (
    <>
      <fieldset className="grid grid-cols-4 gap-2 md:grid-cols-8">
        <legend className="sr-only">{t`Show`}</legend>
        {filters.map(({ name, label }) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === chosen}
            onClick={() => onChange(name)}
            className={`grid min-h-16 content-center rounded-medium border-2 px-1 py-1 text-center ${name === chosen ? 'border-red-ink bg-red-soft' : 'border-line bg-surface'}`}
          >
            <strong className="text-heading leading-tight">{formatNumber(numbers[name] ?? 0)}</strong>
            <span className="text-[0.8125rem] leading-tight sm:text-small">{label}</span>
          </button>
        ))}
      </fieldset>
      {overCapacity > 0 && (
        <p className="bb-hint">
          {plural(overCapacity, {
            one: '# donor is beyond the places of the day',
            other: '# donors are beyond the places of the day',
          })}
        </p>
      )}
    </>
  );
}
