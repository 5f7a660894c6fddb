import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef } from 'react';
import { Button } from '#web/components/button.tsx';
import { formatNumber } from '#web/i18n/numbers.ts';
import { readTextFile } from './read-text-file.ts';

type Props = { text: string; isBusy: boolean; onChoose: (file: File | undefined) => void };

/** Renders a button that opens a CSV file of the device. */
export function ChooseCsvButton({ text, isBusy, onChoose }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      {/* The input is hidden, because the browser's own button is in the browser's language. */}
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        className="hidden"
        onChange={({ target }) => {
          onChoose(target.files?.[0]);
          // Reset the input, so that the same file can be chosen again after a correction.
          target.value = '';
        }}
      />
      <Button variant="outlined" isBusy={isBusy} onClick={() => input.current?.click()}>
        {text}
      </Button>
    </>
  );
}

/**
 * Reads a file of at most `maxLength` UTF-16 code units.
 * @throws Error that says what to do
 */
export async function readCsvFile(file: File, maxLength: number): Promise<string> {
  const csv = await readTextFile(file);
  if (csv.length > maxLength) throw new Error(t`This file is too large. Split it into smaller files.`);
  return csv;
}

/** With more errors, the first ones usually show what is wrong with all. */
const MAX_SHOWN = 50;

/** Lists the errors of a file, none of which was imported. */
export function LineErrors({ errors }: { errors: readonly { line: number; message: string }[] }) {
  const others = errors.length - MAX_SHOWN;
  return (
    <div role="alert" className="grid gap-2">
      <p className="font-semibold">
        {plural(errors.length, {
          one: 'Nothing was changed. # line has a mistake:',
          other: 'Nothing was changed. # lines have a mistake:',
        })}
      </p>
      <ul className="grid gap-1 wrap-anywhere">
        {errors.slice(0, MAX_SHOWN).map(({ line, message }) => {
          const number = formatNumber(line);
          return (
            <li key={line}>
              <Trans>
                Line {number}: <span lang="en">{message}</span>
              </Trans>
            </li>
          );
        })}
      </ul>
      {others > 0 && <p>{plural(others, { one: 'And # more line.', other: 'And # more lines.' })}</p>}
    </div>
  );
}
