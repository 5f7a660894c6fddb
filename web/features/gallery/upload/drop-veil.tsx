import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Icon } from '#web/ui/icon.tsx';

/** Takes photos that are dropped anywhere on the page or pasted, and lights up while some are dragged over it. */
export function DropVeil({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
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
