import { type ClinicRule, countSlots } from '#contract/clinic-rule.ts';
import { formatLongDate } from '#contract/days.ts';

const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Describes a series: `96 places on each Tuesday, 9:00 to 17:00`, then the rule's details. */
export function summarizeSeries(rule: ClinicRule): string {
  const { weekdays, from, until, opens, closes, intervalMinutes, slots, exceptions } = rule;
  const total = countSlots(rule);
  const days = [...new Set(weekdays)].sort().map((weekday) => weekdayNames[weekday - 1] ?? '');
  const when = days.length === 7 ? 'every day' : `on each ${joinWords(days)}`;
  const parts = [
    `${total} ${total === 1 ? 'place' : 'places'} ${when}, ${clock(opens)} to ${clock(closes)}`,
    ...(intervalMinutes === undefined ? [] : [`${slots} every ${intervalMinutes} minutes`]),
    `from ${formatLongDate(from)}${until === undefined ? '' : ` until ${formatLongDate(until)}`}`,
    ...(exceptions.length === 0 ? [] : [`except ${joinWords(exceptions.map(formatLongDate))}`]),
  ];
  return parts.join('; ');
}

const clock = (time: string): string => time.replace(/^0/, '');

const joinWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
