import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type RefObject, useEffect, useRef } from 'react';
import { describeProgress } from './queue/messages.ts';
import type { Queue } from './queue/queue.ts';
import type { Uploads } from './queue/uploads.ts';
import { UploadRow } from './upload-row.tsx';

type Props = {
  queue: Queue;
  uploads: Uploads;
  /** Focuses the file input when the list is empty. */
  focusInput: () => void;
};

/** Lists the chosen photos with their titles and upload status. */
export function UploadList({ queue, uploads, focusInput }: Props) {
  const list = useRef<HTMLUListElement>(null);
  useRestoreFocus(list, focusInput);
  const { photos } = queue;

  return (
    <>
      {photos.length > 0 && (
        <p id="photo-titles" className="bb-hint">
          <Trans>Describe each photo in a few words, for people who cannot see it.</Trans>
        </p>
      )}
      <ul
        ref={list}
        className="grid grid-cols-1 justify-self-stretch empty:hidden"
        aria-label={t`Chosen photos`}
      >
        {photos.map((photo) => (
          <UploadRow key={photo.id} photo={photo} uploads={uploads} titleHintId="photo-titles" />
        ))}
      </ul>
      <p className="sr-only" aria-live="polite">
        {describeProgress(queue)}
      </p>
    </>
  );
}

/**
 * Moves the focus when the focused element is removed: to its row, to the row now in that position, or to the
 * file input if the list is empty.
 */
function useRestoreFocus(list: RefObject<HTMLUListElement | null>, focusInput: () => void): void {
  const focused = useRef<{ element: Element; row: number }>(undefined);

  useEffect(() => {
    const recordFocus = ({ target }: FocusEvent) => {
      const row = rowsOf(list).findIndex((element) => element.contains(target as Node));
      focused.current = row < 0 ? undefined : { element: target as Element, row };
    };
    document.addEventListener('focusin', recordFocus);
    return () => document.removeEventListener('focusin', recordFocus);
  }, [list]);

  useEffect(() => {
    if (!focused.current || focused.current.element.isConnected) return;
    const rows = rowsOf(list);
    const next = rows[Math.min(focused.current.row, rows.length - 1)];
    focused.current = undefined;
    if (document.activeElement !== document.body) return;
    if (next) next.querySelector<HTMLElement>('[role=group]')?.focus();
    else focusInput();
  });
}

const rowsOf = (list: RefObject<HTMLUListElement | null>): Element[] => [...(list.current?.children ?? [])];
