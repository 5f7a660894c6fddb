import { useEffect, useEffectEvent, useRef } from 'react';
import { isSameRequest, offlineQueue, type QueuedRequest } from '#web/pwa/offline-queue.ts';

type PendingListeners = {
  /** Called when this form's request is accepted, even if the offline queue prompt sent it. */
  onAccepted(): void;
  /** Called when the browser is online again and this form's request is still queued. */
  onReconnect(): void;
};

/**
 * Follows the request that this form has tried to send. While the form is mounted, the offline queue prompt
 * does not offer that request, because the form does.
 * @returns a function that registers a request before it is sent, and returns it
 */
export function usePendingRequest({
  onAccepted,
  onReconnect,
}: PendingListeners): (request: QueuedRequest) => QueuedRequest {
  const pending = useRef<QueuedRequest['body']>(undefined);
  const handleAccepted = useEffectEvent((body: QueuedRequest['body']) => {
    if (pending.current && isSameRequest(pending.current, body)) onAccepted();
  });
  const handleOnline = useEffectEvent(() => {
    if (pending.current && offlineQueue.has(pending.current)) onReconnect();
  });

  useEffect(() => {
    const unsubscribe = offlineQueue.onAccepted((body) => handleAccepted(body));
    const online = () => handleOnline();
    addEventListener('online', online);
    return () => {
      unsubscribe();
      removeEventListener('online', online);
      offlineQueue.claim(pending.current, undefined);
    };
  }, []);

  return (request) => {
    offlineQueue.claim(pending.current, request.body);
    pending.current = request.body;
    return request;
  };
}
