import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Day } from '#contract/days.ts';
import { Button } from '#web/components/button.tsx';
import { formatDayAndWeekday } from '#web/i18n/days.ts';

type Props = { days: readonly Day[]; onChoose: (day: Day) => void };

/** Shows the next days with a free slot. One tap fills in a day. */
export const NextFreeDays = ({ days, onChoose }: Props) => (
  <div className="grid gap-2">
    <p className="font-medium">
      <Trans>Next free days</Trans>
    </p>
    <ul className="flex flex-wrap gap-2">
      {days.map((day) => {
        const date = formatDayAndWeekday(day);
        return (
          <li key={day}>
            <Button
              variant="outlined"
              size="small"
              aria-label={t`Choose ${date}`}
              onClick={() => onChoose(day)}
            >
              {date}
            </Button>
          </li>
        );
      })}
    </ul>
  </div>
);
