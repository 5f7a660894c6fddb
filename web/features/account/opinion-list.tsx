import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Opinion } from '#contract/opinions.ts';
import { localeOfPage } from '#web/language/language.ts';
import { shownNameText } from '#web/language/shown-name.ts';
import { Button } from '#web/ui/button.tsx';
import { goodMark, openMark } from '#web/ui/looks.ts';

type Props = {
  opinions: Opinion[];
  /** The id of the one that is being withdrawn. */
  going: string | undefined;
  onWithdraw: (opinion: Opinion) => void;
};

const day = new Intl.DateTimeFormat(localeOfPage, { dateStyle: 'long' });

const states: Record<Opinion['state'], { text: string; className: string }> = {
  waiting: { text: t`Waiting to be read`, className: openMark },
  published: { text: t`On the site`, className: goodMark },
  refused: { text: t`Not published`, className: 'font-semibold' },
};

/** The newest first. */
export function OpinionList({ opinions, going, onWithdraw }: Props) {
  return (
    <ul className="grid gap-5">
      {opinions.map((opinion) => (
        <li key={opinion._id} className="grid gap-2">
          <q className="block">{opinion.text}</q>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <span className={states[opinion.state].className}>{states[opinion.state].text}</span>
              <span className="bb-hint">
                {shownNameText(opinion.name)}, {day.format(new Date(opinion.givenAt))}
              </span>
            </span>
            <Button
              look="quiet"
              className="shrink-0"
              busy={going === opinion._id}
              aria-label={withdrawLabel(opinion)}
              onClick={() => onWithdraw(opinion)}
            >
              <Trans>Withdraw</Trans>
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}

const withdrawLabel = ({ text }: Opinion): string => t`Withdraw: ${text}`;
