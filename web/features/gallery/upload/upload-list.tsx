import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef } from 'react';
import type { Queue } from './queue/queue.ts';
import type { Uploads } from './queue/uploads.ts';
import { announcement } from './queue/words.ts';
import { UploadRow } from './upload-row.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

type Props = {
  queue: Queue;
  uploads: Uploads;
  /** Where the keyboard goes when the list has gone. */
  focusInput: () => void;
};

/** The chosen photos, each with its title and how far it is. */
export function UploadList({ queue, uploads, focusInput }: Props) {
  const list = useRef<HTMLUListElement>(null);
  useKeptFocus(list, focusInput);
  const { photos } = queue;

  return (
    <>
      {photos.length > 0 && (
        <p id="photo-titles" className="bb-hint">
          <Trans>Please say in a few words what each photo shows, for people who cannot see it.</Trans>
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
