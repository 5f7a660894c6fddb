import { useSyncExternalStore } from 'react';
import { offlineQueue, type QueuedRequest } from '#web/pwa/offline-queue.ts';

type List = (uid: string | undefined) => QueuedRequest[];

/**
 * @param list which of the member's queued requests to return: all, or those that no other part of the page
 * offers
 */
export const useQueuedRequests = (uid: string | undefined, list: List): QueuedRequest[] =>
  JSON.parse(useSyncExternalStore(subscribe, () => JSON.stringify(list(uid))));

/** Subscribes to changes made in this tab and, through the storage event, in other tabs. */
function subscribe(onChange: () => void): () => void {
  addEventListener('storage', onChange);
  const unsubscribe = offlineQueue.subscribe(onChange);
  return () => {
    removeEventListener('storage', onChange);
    unsubscribe();
  };
}
