import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ChangeEvent, type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '#web/components/button.tsx';
import { Field } from '#web/components/field.tsx';
import { Icon } from '#web/components/icon.tsx';
import { uploadIcon } from '#web/components/icons.ts';
import { canCancel, isWaiting, type Queue } from './queue/queue.ts';
import { UploadList } from './upload-list.tsx';
import { useConfirmLosingPhotos, useUploads } from './use-uploads.ts';

/** The image host's formats. HEIC is left out, so that an iPhone converts photos to JPEG. */
const ACCEPTED_TYPES = 'image/jpeg,image/png,image/webp,image/avif,image/gif';

/**
 * Returns the accepted types. Chrome on Android 14 and later shows a picker without the camera if only
 * pictures are accepted (https://issues.chromium.org/issues/40937303). Adding a type that no file has
 * restores the choice between camera and gallery.
 */
const acceptedTypes = (): string =>
  navigator.userAgent.includes('Android') ? `${ACCEPTED_TYPES},android/allowCamera` : ACCEPTED_TYPES;

const dropZoneClass = [
  'grid grid-cols-1 gap-3 justify-self-stretch rounded-medium border-2 border-control border-dashed bg-soft p-4 md:p-6',
  '[&_.bb-error]:whitespace-pre-line',
].join(' ');

const chooseButton = [
  'inline-flex min-h-10 shrink-0 items-center max-[15rem]:shrink rounded-[0.3125rem] bg-red-soft px-4 font-semibold text-red-ink',
  'peer-focus-visible:[outline:3px_solid_var(--color-focus)] peer-focus-visible:outline-offset-2 forced-colors:border',
].join(' ');

export function UploadForm({ reload }: { reload: () => void }) {
  const { uploads, queue } = useUploads(reload);
  const input = useRef<HTMLInputElement>(null);
  useSyncInputFiles(input, queue);
  useConfirmLosingPhotos(queue);

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
      <div className={dropZoneClass}>
        <p className="hidden items-center gap-3 text-ink-soft pointer-fine:[@media(hover:hover)]:flex">
          <Icon path={uploadIcon} className="shrink-0 text-red-ink" />
          <Trans>Drop photos anywhere on this page, paste them, or choose files.</Trans>
        </p>
        <Field
          label={t`Photos`}
          hint={t`JPEG, PNG, WebP, AVIF or GIF, at most 10 MB. Large photos are resized before upload.`}
          error={queue.rejections.join('\n')}
        >
          {(aria) => (
            <div className="relative bb-input flex min-w-0 items-center gap-3 p-1 pe-3">
              {/* The input is invisible and lies above our own button and text, which are in the page's
                  language. */}
              <input
                {...aria}
                ref={input}
                type="file"
                name="image"
                className="peer absolute inset-0 w-full cursor-pointer opacity-0 file:cursor-pointer"
                multiple
                accept={acceptedTypes()}
                onChange={choose}
              />
              <span aria-hidden="true" className={chooseButton}>
                <Trans>Choose photos</Trans>
              </span>
              <span aria-hidden="true" className="min-w-0 truncate text-ink-soft">
                {fileText(queue.photos.filter(isWaiting).map(({ file }) => file.name))}
              </span>
            </div>
          )}
        </Field>
      </div>
      <UploadList queue={queue} uploads={uploads} focusInput={() => input.current?.focus()} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={queue.running}>
          {queue.running ? t`Uploading Image` : t`Upload Image`}
        </Button>
        {canCancel(queue) && (
          <Button variant="outlined" onClick={uploads.stop}>
            <Trans>Cancel all</Trans>
          </Button>
        )}
      </div>
    </form>
  );
}

/** Describes the chosen files in the page's language: the browser's own text is in the browser's language. */
const fileText = ([name, ...others]: string[]): string => {
  const count = others.length + 1;
  return count === 1 ? (name ?? '') : plural(count, { one: '# photo chosen', other: '# photos chosen' });
};

/** Sets the input's files to the photos that are not uploaded yet, for screen readers and other programs. */
function useSyncInputFiles(input: RefObject<HTMLInputElement | null>, queue: Queue): void {
  const waiting = queue.photos.filter(isWaiting);
  const ids = waiting.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on which photos wait, not on their progress
  useEffect(() => {
    const files = new DataTransfer();
    for (const { file } of waiting) files.items.add(file);
    if (input.current) input.current.files = files.files;
  }, [ids, input]);
}

/**
 * Accepts photos dropped anywhere on the page or pasted, and shows an overlay while files are dragged over
 * it.
 */
function DropOverlay({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    const listen = <K extends keyof WindowEventMap>(kind: K, listener: (event: WindowEventMap[K]) => void) =>
      addEventListener(kind, listener, { signal: controller.signal });

    listen('dragover', (event) => {
      if (!carriesFiles(event)) return;
      // The browser would otherwise open the dropped file instead of the page.
      event.preventDefault();
      setIsDraggedOver(true);
    });
    listen('dragleave', ({ relatedTarget }) => {
      if (!relatedTarget) setIsDraggedOver(false);
    });
    listen('drop', (event) => {
      setIsDraggedOver(false);
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
    return () => controller.abort();
  }, [onFiles]);

  if (!isDraggedOver) return null;
  return (
    // The overlay ignores the pointer, so that it does not receive the drop itself.
    <div className="pointer-events-none fixed inset-0 z-60 grid place-items-center border-4 border-red-ink border-dashed bg-paper-veil">
      <p className="m-4 flex items-center gap-3 rounded-medium bg-surface px-6 py-4 text-heading font-semibold text-red-ink">
        <Icon path={uploadIcon} size={2} />
        <Trans>Drop your photos here</Trans>
      </p>
    </div>
  );
}

const carriesFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
