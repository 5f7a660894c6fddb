import { t } from '@lingui/core/macro';
import { rejectionMessages, titleOf } from './messages.ts';
import { createQueueStore, nextStart, type Photo, type Queue } from './queue.ts';
import { createInactiveUploads, type SendEvent, sendPhoto, type UploadDeps } from './send-photo.ts';

export type Uploads = {
  read(): Queue;
  subscribe(listener: () => void): () => void;
  add(files: readonly File[]): void;
  rename(id: string, title: string): void;
  /** Takes a photo from the list, and stops what is under way of it. */
  remove(id: string): void;
  /** Sends all that is in the list. Without any photo the attempt still proceeds: a quirk that is kept. */
  submit(): void;
  retry(id: string): void;
  /** Sends nothing more; the photos stay in the list. */
  stop(): void;
  /** The line is back: what it had broken off goes on. */
  resume(): void;
  /** The page is left. */
  close(): void;
};

/** The photos a person has chosen, prepared one after another and sent one after another. */
export function createUploads(ports: UploadDeps): Uploads {
  const store = createQueueStore();
  const { read, tell, find } = store;
  const inHand = new Map<string, AbortController>();
  let preparing: Promise<unknown> = Promise.resolve();

  /** Does one thing with one photo, until that is done or it is stopped. */
  async function holding<T>(id: string, act: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    inHand.set(id, controller);
    try {
      return await act(controller.signal);
    } finally {
      inHand.delete(id);
    }
  }

  function add(files: readonly File[]): void {
    const photos = files.map((file) => ({
      id: ports.newId(),
      file,
      title: titleOf(file.name),
      key: ports.newId(),
    }));
    tell({ type: 'added', photos });
    // One at a time: an old phone has memory for one opened picture.
    for (const { id } of photos) preparing = preparing.then(() => prepare(id));
  }

  async function prepare(id: string): Promise<void> {
    const file = find(id)?.file;
    if (!file) return;
    const asItIs = { prepared: { file } };
    const outcome = await holding(id, (signal) => ports.prepare(file, signal)).catch(() => asItIs);
    if ('prepared' in outcome) tell({ type: 'prepared', id, prepared: outcome.prepared });
    else if (find(id)) tell({ type: 'refused', id, words: rejectionMessages(file.name, outcome.refused) });
  }

  async function run(first?: Promise<SendEvent>): Promise<void> {
    if (read().running) return;
    tell({ type: 'started' });
    const said = new Set([await first]);
    for (let photo = nextStart(read()); photo; photo = nextStart(read())) said.add(await goOn(photo));
    tell({ type: 'ended' });
    for (const words of said) if (words) ports.toast.success(words);
  }

  async function goOn(photo: Photo): Promise<SendEvent> {
    if (photo.step === 'preparing' || photo.step === 'offline') {
      await store.nextChange();
      return undefined;
    }
    return holding(photo.id, (signal) => sendPhoto(photo, store, ports, signal));
  }

  return {
    read,
    subscribe: store.subscribe,
    add,
    rename: (id, title) => tell({ type: 'renamed', id, title }),
    remove(id) {
      tell({ type: 'removed', id });
      inHand.get(id)?.abort();
    },
    submit() {
      const { running, photos } = read();
      if (running) return;
      if (photos.length > 0) tell({ type: 'wanted' });
      else ports.toast.warning(t`Please Upload an image`);
      void run(photos.length > 0 ? undefined : createInactiveUploads(ports, ports.newId()));
    },
    retry(id) {
      tell({ type: 'wanted', id });
      void run();
    },
    stop() {
      const sent = read().photos.filter(({ step }) => step === 'sending' || step === 'hosting');
      tell({ type: 'stopped' });
      for (const { id } of sent) inHand.get(id)?.abort();
    },
    resume() {
      tell({ type: 'online' });
      if (nextStart(read())) void run();
    },
    close() {
      for (const { id } of read().photos) tell({ type: 'removed', id });
      for (const controller of inHand.values()) controller.abort();
    },
  };
}
