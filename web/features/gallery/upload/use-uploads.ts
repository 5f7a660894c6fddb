import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { addPhoto } from '#contract/photos.ts';
import { call } from '#web/api/client.ts';
import { siteConfig } from '#web/api/config.ts';
import { newRequestKey } from '#web/api/request-key.ts';
import { upload } from '#web/api/upload.ts';
import { toast } from '#web/ui/toast.ts';
import { prepareBeside } from './picture/prepare-beside.ts';
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
      post: upload,
      save: (body, key) => call(addPhoto, { body, headers: { 'Idempotency-Key': key } }),
      prepare: prepareBeside,
      newId: newRequestKey,
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
