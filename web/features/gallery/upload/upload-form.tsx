import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ChangeEvent, type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '#web/components/button.tsx';
import { Field } from '#web/components/field.tsx';
import { Icon } from '#web/components/icon.tsx';
import { canCancel, type Queue } from './queue/queue.ts';
import { UploadList } from './upload-list.tsx';
import { useConfirmLeave, useUploads } from './use-uploads.ts';

/** What the image host reads. HEIC is left out, so that an iPhone hands over a JPEG instead. */
const accepted = 'image/jpeg,image/png,image/webp,image/avif,image/gif';

/** A visible place to drop photos. */
const choice = [
  'grid grid-cols-1 gap-3 justify-self-stretch rounded-medium border-2 border-control border-dashed bg-soft p-4 md:p-6',
  '[&_.bb-error]:whitespace-pre-line',
].join(' ');
const fileInput = [
  'px-2 leading-loose file:mr-2 file:cursor-pointer file:rounded-full file:bg-red-soft file:px-3',
  'file:font-semibold file:text-red-ink',
].join(' ');

export function UploadForm({ reload }: { reload: () => void }) {
  const { uploads, queue } = useUploads(reload);
  const input = useRef<HTMLInputElement>(null);
  useInputFiles(input, queue);
  useConfirmLeave(queue.running);

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    uploads.add([...(currentTarget.files ?? [])]);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    uploads.submit();
  }

  return (
    <form onSubmit={submit} className="bb-card grid grid-cols-1 justify-items-start gap-4 p-4 md:p-8">
      <DropOverlay onFiles={uploads.add} />
      <div className={choice}>
        <p className="hidden items-center gap-3 text-ink-soft pointer-fine:[@media(hover:hover)]:flex">
          <Icon name="upload" className="shrink-0 text-red-ink" />
          <Trans>Drop photos anywhere on this page, paste them, or choose files.</Trans>
        </p>
        <Field
          label={t`Photos`}
          hint={t`JPEG, PNG, WebP, AVIF or GIF, at most 10 MB. Large photos are made smaller first.`}
          error={queue.refusals.join('\n')}
        >
          {(aria) => (
            <input
              {...aria}
              ref={input}
              type="file"
              name="image"
              multiple
              accept={accepted}
              onChange={choose}
              className={`bb-input ${fileInput}`}
            />
          )}
        </Field>
      </div>
      <UploadList queue={queue} uploads={uploads} focusInput={() => input.current?.focus()} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={queue.running}>
          {queue.running ? t`Uploading Image` : t`Upload Image`}
        </Button>
        {canCancel(queue) && (
          <Button look="quiet" onClick={uploads.stop}>
            <Trans>Cancel all</Trans>
          </Button>
        )}
      </div>
    </form>
  );
}

/** The file input tells how many photos still wait in the list, and is empty when none does. */
function useInputFiles(input: RefObject<HTMLInputElement | null>, { photos }: Queue): void {
  const waiting = photos.filter(({ step }) => step !== 'failed' && step !== 'done');
  const ids = waiting.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: which photos wait, not how far they are
  useEffect(() => {
    const files = new DataTransfer();
    for (const { file } of waiting) files.items.add(file);
    if (input.current) input.current.files = files.files;
  }, [ids, input]);
}

/** Takes photos that are dropped anywhere on the page or pasted, and lights up while some are dragged over it. */
function DropOverlay({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    const listen = <K extends keyof WindowEventMap>(kind: K, listener: (event: WindowEventMap[K]) => void) =>
      addEventListener(kind, listener, { signal: leaving.signal });

    listen('dragover', (event) => {
      if (!carriesFiles(event)) return;
      // Without this the browser opens what is dropped, and the page is gone.
      event.preventDefault();
      setOver(true);
    });
    listen('dragleave', ({ relatedTarget }) => {
      if (!relatedTarget) setOver(false);
    });
    listen('drop', (event) => {
      setOver(false);
      if (!carriesFiles(event)) return;
      event.preventDefault();
      onFiles([...(event.dataTransfer?.files ?? [])]);
    });
    listen('paste', (event) => {
      const { files = [], types = [] } = event.clipboardData ?? {};
      if (files.length === 0 || (isTyping(event.target) && types.includes('text/plain'))) return;
      event.preventDefault();
      onFiles([...files]);
    });
    return () => leaving.abort();
  }, [onFiles]);

  if (!over) return null;
  return (
    // What is dropped goes through it.
    <div className="pointer-events-none fixed inset-0 z-60 grid place-items-center border-4 border-red-ink border-dashed bg-paper-veil">
      <p className="m-4 flex items-center gap-3 rounded-medium bg-surface px-6 py-4 text-heading font-semibold text-red-ink">
        <Icon name="upload" size={2} />
        <Trans>Drop your photos here</Trans>
      </p>
    </div>
  );
}

const carriesFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
