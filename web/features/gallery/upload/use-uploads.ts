import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { addPhoto } from '#contract/photos.ts';
import { call } from '#web/api/client.ts';
import { siteConfig } from '#web/api/config.ts';
import { randomKey } from '#web/api/random-key.ts';
import { uploadForm } from '#web/api/upload.ts';
import { waitUntilIdle } from '#web/browser/wait-until-idle.ts';
import { useConfirmLeave } from '#web/components/dialogs.ts';
import { toast } from '#web/components/toast.ts';
import { isWaiting, type Queue } from './queue/queue.ts';
import { createUploads, type Uploads } from './queue/uploads.ts';

/** Loads the code that prepares photos. The page calls it when idle, so that the gallery's photos load first. */
const loadPreparation = () => import('./picture/prepare-in-worker.ts');

/** Creates the page's upload queue, which is closed when the page is left. */
export function useUploads(reload: () => void): { uploads: Uploads; queue: Queue } {
  const latestReload = useRef(reload);
  useEffect(() => {
    latestReload.current = reload;
  });
  const [uploads] = useState(() =>
    createUploads({
      imageHost: siteConfig().images,
      post: uploadForm,
      save: (body, key) => call(addPhoto, { body, headers: { 'Idempotency-Key': key } }),
      prepare: async (file, signal) => (await loadPreparation()).prepareInWorker(file, signal),
      newId: randomKey,
      online: () => navigator.onLine,
      reload: () => latestReload.current(),
      toast,
      log: (message, error) => console.error(message, error),
    }),
  );
  useEffect(() => {
    // Ignore errors: if the import fails, a photo is uploaded unchanged.
    void waitUntilIdle()
      .then(loadPreparation)
      .catch(() => undefined);
    addEventListener('online', uploads.resume);
    return () => {
      removeEventListener('online', uploads.resume);
      uploads.close();
    };
  }, [uploads]);
  return { uploads, queue: useSyncExternalStore(uploads.subscribe, uploads.read, uploads.read) };
}

/** Asks for confirmation if the user leaves the page while photos are not uploaded yet. */
export function useConfirmLosingPhotos({ running, photos }: Queue): void {
  useConfirmLeave(running || photos.some(isWaiting), {
    title: running ? t`Leave while photos are uploading?` : t`Leave without uploading your photos?`,
    text: t`Photos that are not uploaded yet will be lost.`,
  });
}
