import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useBlocker } from 'react-router';
import { v4 as newKey } from 'uuid';
import { addPhoto } from '#contract/photos.ts';
import { call } from '#web/api/client.ts';
import { siteConfig } from '#web/api/config.ts';
import { uploadForm } from '#web/api/upload.ts';
import { confirmDialog } from '#web/components/dialogs.ts';
import { toast } from '#web/components/toast.ts';
import { prepareInWorker } from './picture/prepare-in-worker.ts';
import type { Queue } from './queue/queue.ts';
import { createUploads, type Uploads } from './queue/uploads.ts';

/** The photos chosen on this page; they go when the page goes. */
export function useUploads(reload: () => void): { uploads: Uploads; queue: Queue } {
  const latest = useRef(reload);
  useEffect(() => {
    latest.current = reload;
  });
  const [uploads] = useState(() =>
    createUploads({
      host: async () => (await siteConfig()).images,
      post: uploadForm,
      save: (body, key) => call(addPhoto, { body, headers: { 'Idempotency-Key': key } }),
      prepare: prepareInWorker,
      newId: () => newKey(),
      online: () => navigator.onLine,
      reload: () => latest.current(),
      toast,
      log: (message, error) => console.error(message, error),
    }),
  );
  useEffect(() => {
    addEventListener('online', uploads.resume);
    return () => {
      removeEventListener('online', uploads.resume);
      uploads.close();
    };
  }, [uploads]);
  return { uploads, queue: useSyncExternalStore(uploads.subscribe, uploads.read, uploads.read) };
}

/** While photos are on their way, leaving asks first: they go on only as long as this page is open. */
export function useConfirmLeave(running: boolean): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      running && nextLocation.pathname !== currentLocation.pathname && nextLocation.pathname !== '/login',
  );
  const blocked = blocker.state === 'blocked';

  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once each time a way out is blocked
  useEffect(() => {
    if (!blocked) return;
    // The page may go without an answer, when another tab signs out.
    const gone = new AbortController();
    void confirmDialog({
      title: t`Leave while photos are uploading?`,
      text: t`Photos that are not uploaded yet will be lost.`,
      signal: gone.signal,
    }).then((yes) => {
      if (gone.signal.aborted) return;
      if (yes) blocker.proceed();
      else blocker.reset();
    });
    return () => gone.abort();
  }, [blocked]);

  useEffect(() => {
    if (!running) return;
    const warn = (event: BeforeUnloadEvent) => {
      event.preventDefault();
      // Chrome before 119 asks for this.
      event.returnValue = true;
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [running]);
}
