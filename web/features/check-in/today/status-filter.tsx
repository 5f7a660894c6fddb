import { plural, t } from '@lingui/core/macro';
import { useMemo } from 'react';
import type { AppointmentStatus } from '#contract/values.ts';
import { formatNumber } from '#web/i18n/numbers.ts';
import { type CheckInRow, countRows } from '../device/operations.ts';
import { statusTexts } from '../texts.ts';

type Filter = { name: string; label: string; statuses: readonly AppointmentStatus[] | undefined };

/** Those that somebody at the door needs most come first, because a phone shows three. */
const filters: readonly Filter[] = [
  { name: 'expected', label: statusTexts.booked, statuses: ['booked'] },
  { name: 'arrived', label: statusTexts.arrived, statuses: ['arrived'] },
  { name: 'all', label: t`All`, statuses: undefined },
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
      <fieldset className="-mx-edge min-w-0 overflow-x-auto px-edge py-0.5 [scrollbar-width:none]">
        <legend className="sr-only">{t`Show`}</legend>
        <div className="flex w-max gap-2">
          {filters.map(({ name, label }) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === chosen}
              onClick={() => onChange(name)}
              className={`min-h-11 whitespace-nowrap xl:min-h-9 rounded-full border-2 px-3 text-small ${name === chosen ? 'border-red-ink bg-red-soft' : 'border-line bg-surface'}`}
            >
              <strong>{formatNumber(numbers[name] ?? 0)}</strong> {label}
            </button>
          ))}
        </div>
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
