import { t } from '@lingui/core/macro';
import { type Day, utcDay } from '#contract/days.ts';
import { useQuery } from '#web/api/queries.ts';
import { SelectField } from '#web/components/select-field.tsx';
import { formatDayAndWeekday } from '#web/i18n/days.ts';
import { centerDaysQuery } from '#web/queries/center-queries.ts';
import { dayBefore } from '../texts.ts';

/** Days to choose from, starting today, at a center without clinics, where donors come on any day. */
const ANY_DAYS = 31;
const DAY_MS = 86_400_000;

type Props = { centerId: string; today: Day; day: Day; onChange: (day: Day) => void };

/** Chooses today, another day with a clinic, or yesterday: devices may still send yesterday's changes. */
export function DaySelect({ centerId, today, day, onChange }: Props) {
  const { data = [] } = useQuery(centerDaysQuery(centerId));
  const withClinic = data.filter(({ capacity }) => capacity > 0).map(({ date }) => date as Day);
  const yesterday = dayBefore(today);
  const days = new Set([yesterday, today, ...(data.length > 0 ? withClinic : nextDays(today)), day]);
  return (
    <SelectField
      label={t`Day`}
      className="w-full sm:w-80"
      value={day}
      onChange={({ target }) => onChange(target.value as Day)}
    >
      {[...days]
        .filter((listedDay) => listedDay >= yesterday || listedDay === day)
        .sort()
        .map((listedDay) => (
          <option key={listedDay} value={listedDay}>
            {listedDay === today ? t`Today` : formatDayAndWeekday(listedDay)}
          </option>
        ))}
    </SelectField>
  );
}

const nextDays = (from: Day): Day[] =>
  Array.from({ length: ANY_DAYS }, (_, n) => utcDay(Date.parse(from) + n * DAY_MS));
