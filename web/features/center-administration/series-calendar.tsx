import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { DayPicker, type Modifiers } from 'react-day-picker';
import 'react-day-picker/style.css';
import { bn } from 'react-day-picker/locale/bn';
import '#web/components/calendar.css';
import './series-calendar.css';
import { type ClinicRule, hasClinic, listDays } from '#contract/clinic-rule.ts';
import { type Day, toDate, toDay, utcDay } from '#contract/days.ts';
import { siteToday } from '#web/api/site-today.ts';
import { formatDayAndWeekday } from '#web/i18n/days.ts';

/** The calendar's locale, decided at build time, so that the English bundle contains no Bengali locale. */
const localeProps = import.meta.env.LANGUAGE === 'bn' ? ({ locale: bn, numerals: 'beng' } as const) : {};

type Props = { rule: ClinicRule; onToggle: (day: Day) => void };

/** Shows the clinic days of a rule. Choosing a day removes it or adds it again. */
export default function SeriesCalendar({ rule, onToggle }: Props) {
  const withoutExceptions = { ...rule, exceptions: [] };
  const today = siteToday();
  const first = rule.from > today ? rule.from : today;
  const year = listDays(first, utcDay(Date.parse(first) + 366 * 86_400_000));
  const firstClinic = year.find((day) => hasClinic(rule, day)) ?? first;
  const hasNoClinic = (date: Date) => !hasClinic(withoutExceptions, toDay(date));
  return (
    <div className="grid gap-2">
      <DayPicker
        {...localeProps}
        // Remount the calendar when the first clinic is in another month, so that it opens at that month.
        key={firstClinic.slice(0, 7)}
        weekStartsOn={1}
        className="bb-calendar bb-series-calendar"
        numberOfMonths={matchMedia('(min-width: 64rem)').matches ? 2 : 1}
        pagedNavigation
        defaultMonth={toDate(firstClinic)}
        startMonth={toDate(first)}
        {...(rule.until && rule.until >= first && { endMonth: toDate(rule.until) })}
        disabled={hasNoClinic}
        modifiers={{
          clinic: (date) => hasClinic(rule, toDay(date)),
          exception: (date) => !hasNoClinic(date) && rule.exceptions.includes(toDay(date)),
        }}
        modifiersClassNames={{ clinic: 'bb-clinic-day', exception: 'bb-day-taken' }}
        labels={{ labelDayButton: dayLabel }}
        onDayClick={(date, { disabled }) => {
          if (!disabled) onToggle(toDay(date));
        }}
      />
      <p className="bb-hint">
        <Trans>Press a day to leave it out, for example a holiday. Crossed out: no clinic.</Trans>
      </p>
    </div>
  );
}

/**
 * Returns a label with the day number as a separate word, so that voice control can select the day by its
 * number.
 */
function dayLabel(date: Date, { clinic, exception }: Modifiers): string {
  const note = clinic ? t`clinic` : exception ? t`left out` : t`no clinic`;
  return [formatDayAndWeekday(toDay(date)), note].join(', ');
}
