import { DayPicker, type Modifiers } from 'react-day-picker';
import 'react-day-picker/style.css';
import './calendar.css';
import { bookableDays, type Day, dateOf, dayOf, isBookable, longDate } from '#contract/days.ts';
import { siteNow } from '#web/api/site-clock.ts';
import { useTakenDays } from './appointment-queries.ts';

type Props = { selected: Day | undefined; choose: (day: Day) => void };

/** A month at a time. Days already taken are marked and may still be chosen: the database decides. */
export default function Calendar({ selected, choose }: Props) {
  const taken = useTakenDays();
  const today = dayOf(new Date(siteNow()));
  const { last } = bookableDays(siteNow());
  const shown = selected && isBookable(selected, siteNow()) ? selected : today;
  return (
    <>
      <DayPicker
        mode="single"
        className="bb-calendar"
        selected={selected && dateOf(selected)}
        defaultMonth={dateOf(shown)}
        startMonth={dateOf(today)}
        endMonth={dateOf(last)}
        disabled={[{ before: dateOf(today) }, { after: dateOf(last) }]}
        modifiers={{ taken: taken.map(dateOf) }}
        modifiersClassNames={{ taken: 'bb-day-taken' }}
        labels={{ labelDayButton: dayLabel }}
        onSelect={(_, day) => choose(dayOf(day))}
        autoFocus
      />
      {taken.length > 0 && <p className="bb-hint">Crossed out: you already have an appointment that day.</p>}
    </>
  );
}

/** Carries the number on the button as a word of its own, so that speech control finds the day by it. */
function dayLabel(date: Date, { today, selected, taken }: Modifiers): string {
  const weekday = date.toLocaleDateString('en-US', { weekday: 'long' });
  const notes = [today && 'today', selected && 'selected', taken && 'you already have an appointment'];
  return [weekday, longDate(dayOf(date)), ...notes.filter(Boolean)].join(', ');
}
