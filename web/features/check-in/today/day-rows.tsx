import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Day } from '#contract/days.ts';
import { downIcon, Icon } from '#web/components/icon.tsx';
import { formatTime } from '#web/i18n/days.ts';
import { formatNumber } from '#web/i18n/numbers.ts';
import type { CheckInRow } from '../device/operations.ts';
import type { CheckInActions } from '../use-check-in.ts';
import { CheckInItem, rowsClass } from './check-in-item.tsx';
import { countGroups, groupByTime, splitEarlier, takeRows } from './group-by-time.ts';
import { useGrowingLimit } from './use-growing-limit.ts';

type Props = {
  rows: readonly CheckInRow[];
  today: Day;
  setStatus: CheckInActions['setStatus'];
  /** Whether the day is in the future. */
  isUpcoming?: boolean;
  /** The hour before which the groups are folded into one row. All are shown if it is absent. */
  foldsBefore?: string | undefined;
  /** Changes when the reader has asked for another list, which then starts at its top. */
  listName?: string;
  /** Whether the only row is the one that was searched for. */
  isOnlyMatch?: boolean;
};

/** Lists donors by arrival time: a table on wide screens. Renders the rows near the viewport and above. */
export function DayRows({ rows, foldsBefore, listName = '', ...props }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const { earlier, current } = splitEarlier(groupByTime(rows), foldsBefore ?? '');
  const groups = isOpen ? [...earlier, ...current] : current;
  const count = countGroups(groups);
  const { limit, end } = useGrowingLimit(count, listName);
  const earlierCount = formatNumber(countGroups(earlier));
  if (rows.length === 0) return null;
  return (
    <div className="bb-day grid grid-cols-1 gap-2 xl:gap-0">
      <DayHead />
      {earlier.length > 0 && (
        <button
          type="button"
          className="flex min-h-11 items-center gap-2 px-3 font-semibold text-red-ink xl:min-h-8 xl:border-line xl:border-b"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon path={downIcon} size={1.125} className={isOpen ? '[transform:rotate(180deg)]' : ''} />
          {t`Earlier: ${earlierCount}`}
        </button>
      )}
      {takeRows(groups, limit).map((group) => (
        <section key={group.time} className="grid gap-1" aria-label={timeText(group.time)}>
          {(group.time || groups.length > 1) && (
            <h2 className="font-semibold text-base xl:hidden">{timeText(group.time)}</h2>
          )}
          <ul className={rowsClass}>
            {group.rows.map((row) => (
              <CheckInItem key={row._id} row={row} {...props} />
            ))}
          </ul>
        </section>
      ))}
      {count > limit && <div ref={end} />}
    </div>
  );
}

const timeText = (time: string): string => formatTime(time) || t`Without a time`;

/** The heading of the table. Screen readers read the names of the values in each row. */
const DayHead = () => (
  <div
    aria-hidden="true"
    className="bb-day-head sticky top-[calc(var(--bar)+var(--search,0rem))] z-20 hidden border-line border-b bg-paper px-3 py-1 font-semibold text-ink-soft text-small low:static"
  >
    <span>{t`Time`}</span>
    <span>{t`Name`}</span>
    <span>{t`Group`}</span>
    <span>{t`Phone`}</span>
    <span>{t`Status`}</span>
  </div>
);
