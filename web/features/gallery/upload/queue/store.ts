import { createValueStore } from '#web/ui/value-store.ts';
import { emptyQueue, follow, type Photo, type Queue, type QueueEvent } from './queue.ts';

export type QueueStore = ReturnType<typeof createQueueStore>;

export function createQueueStore() {
  const { read, set, subscribe } = createValueStore<Queue>(emptyQueue);
  return {
    read,
    subscribe,
    find: (id: string): Photo | undefined => read().photos.find((photo) => photo.id === id),
    tell: (event: QueueEvent): void => set(follow(read(), event)),
    nextChange: (): Promise<void> =>
      new Promise((resolve) => {
        const stop = subscribe(() => {
          stop();
          resolve();
        });
      }),
  };
}
