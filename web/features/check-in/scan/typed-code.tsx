import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import type { Day } from '#contract/days.ts';
import { isPassId, isToken } from '#contract/donation-pass.ts';
import { Button } from '#web/components/button.tsx';
import { Field } from '#web/components/field.tsx';
import { formatNumber } from '#web/i18n/numbers.ts';
import { type CheckInRow, searchRows, searchSimilarNames } from '../device/operations.ts';
import { CheckInItem, rowsClass } from '../today/check-in-item.tsx';
import type { CheckInActions } from '../use-check-in.ts';
import { startAtToken, useScannerKeys } from './use-scanner-keys.ts';

/** Fewer characters would match too many donors. */
const MIN_LENGTH = 3;
const MAX_SHOWN = 5;

type Props = {
  rows: readonly CheckInRow[];
  /** Whether the names of the rows can't be read now. */
  isLocked: boolean;
  today: Day;
  setStatus: CheckInActions['setStatus'];
  /** Checks the text of a pass, typed by a person or a wired scanner. */
  onCode: (text: string) => Promise<void>;
  /** Called when the text matches no donor on the list. */
  onNoMatch: () => void;
  /** Called when something is typed, which ends the previous check. */
  onType: () => void;
};

export const noMatchText = (isLocked: boolean): string =>
  isLocked
    ? t`Names and phone numbers can be searched once you're online. Scan the pass, or type the appointment number.`
    : t`Nobody on the list matches.`;

/**
 * Finds a donor without a camera: by the number that the pass shows, by name or last digits, or by the text
 * of the code.
 */
export function TypedCode({ rows, isLocked, today, setStatus, onCode, onNoMatch, onType }: Props) {
  const [text, setText] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const field = useScannerKeys();
  const typed = text.trim();
  const isCode = isToken(typed);
  const searched = typed.length < MIN_LENGTH || isCode ? '' : typed;
  const matches = searched ? searchRows(rows, searched) : [];
  const all = matches.length > 0 || !searched ? matches : searchSimilarNames(rows, searched);
  const found = all.slice(0, MAX_SHOWN);
  const [shown, count] = [formatNumber(found.length), formatNumber(all.length)];
  const notes = [
    searched && matches.length === 0 && noMatchText(isLocked),
    matches.length === 0 && all.length > 0 && t`Similar names:`,
    all.length > found.length &&
      t`${shown} of ${count} are shown. Type more of the name, or the last digits.`,
  ];
  return (
    <>
      <form
        className="grid gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          const isId = isCode || isPassId(typed.toLowerCase());
          if (matches.length > 0 || (found.length > 0 && !isId))
            return list.current?.querySelector('button')?.focus();
          if (!isId) {
            if (searched) onNoMatch();
            return;
          }
          setText('');
          void onCode(typed);
        }}
      >
        <Field
          label={t`Or type the appointment number`}
          hint={t`It is below the QR code. Its last 4 characters are enough. Names and phone digits work, too.`}
        >
          {(aria) => (
            <span className="flex gap-2">
              <input
                {...aria}
                ref={field}
                className="bb-input min-w-0 grow"
                value={text}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                onChange={({ target }) => {
                  setText(startAtToken(target.value));
                  onType();
                }}
              />
              <Button type="submit" className="min-h-12">
                <Trans>Check</Trans>
              </Button>
            </span>
          )}
        </Field>
      </form>
      <p role="status" className="bb-hint empty:hidden">
        {notes.filter(Boolean).join(' ')}
      </p>
      {found.length > 0 && (
        <ul ref={list} className={rowsClass}>
          {found.map((row) => (
            <CheckInItem key={row._id} row={row} today={today} setStatus={setStatus} />
          ))}
        </ul>
      )}
    </>
  );
}
