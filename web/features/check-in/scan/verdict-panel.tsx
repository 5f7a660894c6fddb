import { t } from '@lingui/core/macro';
import { formatDay, formatTime } from '#web/i18n/days.ts';
import type { CheckedPass, Verdict } from './check-pass.ts';
import { noMatchText } from './typed-code.tsx';
import { type Kind, verdictKind } from './verdicts.ts';

const panelClasses: Record<Kind, string> = {
  good: 'bg-good-soft text-good border-good',
  warning: 'bg-warn-soft text-warn border-warn',
  bad: 'bg-red-soft text-error border-error',
};

/** Marks for people who do not see the colors. */
const marks: Record<Kind, string> = { good: '✓', warning: '!', bad: '✕' };

type Props = {
  checked: CheckedPass;
  /** The name of the center of the pass, if it is known. */
  otherCenter: string | undefined;
  /** Whether the names on the list are locked. */
  isLocked: boolean;
};

/** Shows the verdict about a pass in large letters, with the donor and the next step. */
export function VerdictPanel({ checked: { verdict, row, day }, otherCenter, isLocked }: Props) {
  const kind = verdictKind(verdict);
  const date = day && formatDay(day);
  const texts: Record<Verdict, [word: string, next: string]> = {
    valid: [t`Valid`, t`Checked in.`],
    unlisted: [t`Valid`, t`Checked in. The appointment is not on this device's list yet.`],
    used: [t`Already used`, t`Somebody has checked in with this pass. Ask for the name.`],
    cancelled: [t`Canceled`, t`The appointment was canceled.`],
    missing: [t`Canceled or moved`, t`The appointment is not on today's list.`],
    'other-day': [t`Another day`, date ? t`This pass is for ${date}.` : ''],
    'other-center': [
      t`Another center`,
      otherCenter ? t`This pass is for ${otherCenter}.` : t`This pass is for another center.`,
    ],
    'not-listed': [
      t`Not on the list yet`,
      t`The pass is genuine, but this device's list is older. Ask for the name, then check in.`,
    ],
    unchecked: [
      t`Check online`,
      t`This older pass can only be checked online. Search for the name in the list.`,
    ],
    'no-match': [t`Not found`, noMatchText(isLocked)],
    invalid: [t`Not valid`, t`This is not a donation pass of this site.`],
  };
  const [word, next] = texts[verdict];
  return (
    <div className={`grid gap-1 rounded-medium border-4 p-4 ${panelClasses[kind]}`}>
      <strong className="font-heading text-[2rem] leading-tight">
        <span aria-hidden="true">{marks[kind]}</span> {word}
      </strong>
      {row && (
        <span className="text-large wrap-anywhere">
          {[row.name, row.bloodGroup, formatTime(row.time ?? '')].filter(Boolean).join(', ')}
        </span>
      )}
      <span>{next}</span>
    </div>
  );
}
