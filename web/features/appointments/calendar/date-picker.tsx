import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { DayPicker, type Modifiers } from 'react-day-picker';
import 'react-day-picker/style.css';
import { bn } from 'react-day-picker/locale/bn';
import '#web/components/calendar.css';
import type { CenterDay } from '#contract/centers.ts';
import { bookableDays, type Day, toDate, toDay } from '#contract/days.ts';
import { siteNow } from '#web/api/site-clock.ts';
import { siteToday } from '#web/api/site-today.ts';
import { pageData } from '#web/before-react/page-data.ts';
import { formatDayAndWeekday } from '#web/i18n/days.ts';
import { useTakenDays } from '#web/queries/appointment-queries.ts';

/** The calendar's locale, decided at build time, so that the English bundle contains no Bengali locale. */
const localeProps = import.meta.env.LANGUAGE === 'bn' ? ({ locale: bn, numerals: 'beng' } as const) : {};

type Props = {
  selected: Day | undefined;
  onSelect: (day: Day) => void;
  /** The days of the chosen center, if it has clinics. */
  days?: readonly CenterDay[] | undefined;
};

/**
 * Renders a month calendar. Days with an appointment are marked but can be chosen, because the server
 * decides.
 */
export default function DonationCalendar(props: Props) {
  return <Calendar {...props} taken={useTakenDays()} last={bookableDays(siteNow()).last} />;
}

/** Sunday is 0 here. */
const firstDayOfWeek = () => (pageData().site.weekStart % 7) as 0 | 1 | 2 | 3 | 4 | 5 | 6;

type CalendarProps = Props & { taken?: readonly Day[]; last: Day };

/** A month calendar from today to the last day. */
export function Calendar({ selected, onSelect, days = [], taken = [], last }: CalendarProps) {
  const today = siteToday();
  const datesOf = (list: readonly CenterDay[]) => list.map(({ date }) => toDate(date as Day));
  const full = days.filter(({ open, free }) => open && free === 0);
  const closed = days.filter(({ open }) => !open);
  const firstFree = days.find(({ date, open, free }) => open && free !== 0 && date >= today)?.date as
    | Day
    | undefined;
  const initialDay = selected && selected >= today && selected <= last ? selected : (firstFree ?? today);
  return (
    <>
      <DayPicker
        {...localeProps}
        mode="single"
        weekStartsOn={firstDayOfWeek()}
        className="bb-calendar"
        selected={selected && toDate(selected)}
        defaultMonth={toDate(initialDay)}
        startMonth={toDate(today)}
        endMonth={toDate(last)}
        today={toDate(today)}
        disabled={[{ before: toDate(today) }, { after: toDate(last) }]}
        modifiers={{ taken: taken.map(toDate), full: datesOf(full), closed: datesOf(closed) }}
        modifiersClassNames={{ taken: 'bb-day-taken', full: 'bb-day-taken', closed: 'bb-day-taken' }}
        labels={{ labelDayButton: dayLabel }}
        onSelect={(_, day) => onSelect(toDay(day))}
        autoFocus
      />
      {days.length > 0 && (
        <p className="bb-hint">
          <Trans>Crossed out: the center is full or not open on that day.</Trans>
        </p>
      )}
      {taken.length > 0 && (
        <p className="bb-hint">
          <Trans>Crossed out: you already have an appointment on that day.</Trans>
        </p>
      )}
    </>
  );
}

/**
 * Returns a label with the day number as a separate word, so that voice control can select the day by its
 * number.
 */
function dayLabel(date: Date, { today, selected, taken, full, closed }: Modifiers): string {
  const notes = [
    today && t`today`,
    selected && t`selected`,
    taken && t`you already have an appointment`,
    full && t`full`,
    closed && t`not open`,
  ];
  return [formatDayAndWeekday(toDay(date)), ...notes.filter(Boolean)].join(', ');
}
