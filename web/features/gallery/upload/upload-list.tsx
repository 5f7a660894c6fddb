import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type RefObject, useEffect, useRef } from 'react';
import { announcement } from './queue/messages.ts';
import type { Queue } from './queue/queue.ts';
import type { Uploads } from './queue/uploads.ts';
import { UploadRow } from './upload-row.tsx';

type Props = {
  queue: Queue;
  uploads: Uploads;
  /** Where the keyboard goes when the list has gone. */
  focusInput: () => void;
};

/** The chosen photos, each with its title and how far it is. */
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
          <UploadRow key={photo.id} photo={photo} uploads={uploads} titleHint="photo-titles" />
        ))}
      </ul>
      <p className="sr-only" aria-live="polite">
        {announcement(queue)}
      </p>
    </>
  );
}

/**
 * When what has the focus leaves the list, the keyboard goes on from its row, from the row that takes its place, or
 * from the file input when none is left.
 */
function useRestoreFocus(list: RefObject<HTMLUListElement | null>, focusInput: () => void): void {
  const held = useRef<{ element: Element; row: number }>(undefined);

  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const row = rowsOf(list).findIndex((each) => each.contains(target as Node));
      held.current = row < 0 ? undefined : { element: target as Element, row };
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [list]);

  useEffect(() => {
    if (!held.current || held.current.element.isConnected) return;
    const rows = rowsOf(list);
    const next = rows[Math.min(held.current.row, rows.length - 1)];
    held.current = undefined;
    if (document.activeElement !== document.body) return;
    if (next) next.querySelector<HTMLElement>('[role=group]')?.focus();
    else focusInput();
  });
}

const rowsOf = (list: RefObject<HTMLUListElement | null>): Element[] => [...(list.current?.children ?? [])];
