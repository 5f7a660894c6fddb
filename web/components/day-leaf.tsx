import type { Day } from '#contract/days.ts';
import { formatPlainNumber } from '#web/i18n/digits.ts';
import { pageLocale } from '#web/i18n/language.ts';

const sizes = {
  normal: ['w-20', 'text-[2.75rem]'],
  small: ['w-16', 'text-[1.625rem]'],
  /** Small on phones, normal on wide screens. */
  'wide-only': ['w-16 sm:w-20', 'text-[1.625rem] sm:text-[2.75rem]'],
} as const;

/** Draws a day as a leaf of a wall calendar. Decorative: place it next to the date as text. */
export function DayLeaf({ day, size = 'normal' }: { day: Day; size?: keyof typeof sizes }) {
  const [width, numberClass] = sizes[size];
  return (
    <div
      aria-hidden="true"
      className={`${width} shrink-0 self-start overflow-hidden rounded-medium border border-line bg-surface text-center [box-shadow:var(--shadow)]`}
    >
      <p className="bg-red-soft py-1 text-[0.8125rem] font-semibold text-red-ink">
        {part(day, { month: 'short' })}
      </p>
      <p className={`pt-2 font-heading font-semibold leading-none ${numberClass}`}>
        {formatPlainNumber(Number(day.slice(8)))}
      </p>
      <p className="pt-1 pb-2 text-[0.8125rem] text-ink-soft">{part(day, { weekday: 'short' })}</p>
    </div>
  );
}

const part = (day: Day, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(pageLocale, { ...options, timeZone: 'UTC' }).format(new Date(day));
