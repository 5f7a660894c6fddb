import { t } from '@lingui/core/macro';
import { rejectionMessage } from './messages.ts';
import { createQueueStore, nextQueued, type Queue, type QueuedPhoto } from './queue.ts';
import { type SendResult, sendPhoto, type UploadDeps, uploadWithoutFile } from './send-photo.ts';

export type Uploads = {
  read(): Queue;
  subscribe(listener: () => void): () => void;
  add(files: readonly File[]): void;
  rename(id: string, title: string): void;
  /** Removes a photo from the list and aborts its upload. */
  remove(id: string): void;
  /**
   * Uploads all photos in the list. Proceeds even with an empty list, as the specification requires (section
   * 5).
   */
  submit(): void;
  retry(id: string): void;
  /** Stops uploading. The photos stay in the list. */
  stop(): void;
  /** Resumes uploads that failed because of the connection. */
  resume(): void;
  /** Removes all photos and aborts their uploads, when the page is left. */
  close(): void;
};

/** Creates the upload queue. Photos are prepared one at a time and uploaded one at a time. */
export function createUploads(deps: UploadDeps): Uploads {
  const store = createQueueStore();
  const { read, dispatch, find } = store;
  const controllers = new Map<string, AbortController>();
  let preparing: Promise<unknown> = Promise.resolve();

  /** Runs an action on a photo with a signal that `remove`, `stop` and `close` abort. */
  async function runAbortable<T>(id: string, action: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    controllers.set(id, controller);
    try {
      return await action(controller.signal);
    } finally {
      controllers.delete(id);
    }
  }

  function add(files: readonly File[]): void {
    const photos = files.map((file) => ({
      id: deps.newId(),
      file,
      title: '',
      idempotencyKey: deps.newId(),
    }));
    dispatch({ type: 'added', photos });
    // Prepare one photo at a time, because an old phone has memory for only one decoded picture.
    for (const { id } of photos) preparing = preparing.then(() => prepare(id));
  }

  async function prepare(id: string): Promise<void> {
    const file = find(id)?.file;
    if (!file) return;
    const original = { prepared: { file } };
    const outcome = await runAbortable(id, (signal) => deps.prepare(file, signal)).catch(() => original);
    if ('prepared' in outcome) dispatch({ type: 'prepared', id, prepared: outcome.prepared });
    else if (find(id))
      dispatch({ type: 'rejected', id, message: rejectionMessage(file.name, outcome.rejected) });
  }

  async function run(firstResult?: Promise<SendResult>): Promise<void> {
    if (read().running) return;
    dispatch({ type: 'started' });
    const messages = new Set([await firstResult]);
    for (let photo = nextQueued(read()); photo; photo = nextQueued(read()))
      messages.add(await sendNext(photo));
    dispatch({ type: 'finished' });
    for (const message of messages) if (message) deps.toast.success(message);
  }

  async function sendNext(photo: QueuedPhoto): Promise<SendResult> {
    if (photo.step === 'preparing' || photo.step === 'offline') {
      await store.nextChange();
      return undefined;
    }
    return runAbortable(photo.id, (signal) => sendPhoto(photo, store, deps, signal));
  }

  return {
    read,
    subscribe: store.subscribe,
    add,
    rename: (id, title) => dispatch({ type: 'renamed', id, title }),
    remove(id) {
      dispatch({ type: 'removed', id });
      controllers.get(id)?.abort();
    },
    submit() {
      const { running, photos } = read();
      if (running) return;
      if (photos.length > 0) dispatch({ type: 'enqueued' });
      else deps.toast.warning(t`Please Upload an image`);
      void run(photos.length > 0 ? undefined : uploadWithoutFile(deps, deps.newId()));
    },
    retry(id) {
      dispatch({ type: 'enqueued', id });
      void run();
    },
    stop() {
      const uploading = read().photos.filter(({ step }) => step === 'sending' || step === 'processing');
      dispatch({ type: 'stopped' });
      for (const { id } of uploading) controllers.get(id)?.abort();
    },
    resume() {
      dispatch({ type: 'online' });
      if (nextQueued(read())) void run();
    },
    close() {
      for (const { id } of read().photos) dispatch({ type: 'removed', id });
      for (const controller of controllers.values()) controller.abort();
    },
  };
}
