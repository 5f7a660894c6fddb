import { useEffect, useEffectEvent, useRef } from 'react';
import { requestAppointment } from '#contract/appointments.ts';
import { formatLongDate } from '#contract/days.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { call } from '#web/api/client.ts';
import { siteConfig } from '#web/api/config.ts';
import { ApiError } from '#web/api/errors.ts';
import { isSameRequest, offlineQueue, type QueuedRequest } from '../../pwa/offline-queue.ts';

/**
 * Sends a member's request. It stays in the offline queue until the server responds, and is always sent under the same
 * idempotency key, so that a lost connection neither loses nor repeats it.
 * @param options.keepRejected keep a rejected request in the queue, where the user can still change it
 * @param options.replaces the key of the queued request that the user has changed into this one
 * @throws ApiError, or NetworkError without a response
 */
export async function sendRequest(
  uid: string,
  { key: newKey, body }: QueuedRequest,
  { keepRejected = false, replaces }: { keepRejected?: boolean; replaces?: string | undefined } = {},
): Promise<ResponseOf<typeof requestAppointment>> {
  const key = (await isQueueEnabled()) ? offlineQueue.enqueue(uid, { key: newKey, body }, replaces) : newKey;
  const date = formatLongDate(body.date);
  try {
    const response = await call(requestAppointment, {
      query: { email: body.email, date },
      body: { ...body, date },
      headers: { 'Idempotency-Key': key },
      owner: uid,
    });
    if (response.success || !keepRejected)
      offlineQueue.remove(uid, { key, body }, response.success && response.insertedId);
    return response;
  } catch (error) {
    if (isRejection(error) && !keepRejected) offlineQueue.remove(uid, { key, body }, false);
    throw error;
  }
}

/** Whether the offline feature is on. Returns false when the site configuration cannot be loaded. */
const isQueueEnabled = (): Promise<boolean> =>
  siteConfig().then(
    ({ features }) => features.includes('offline'),
    () => false,
  );

/** Whether the server rejected the request itself. A 5xx or 429 is temporary, so the request stays queued. */
const isRejection = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && error.status !== 429;

type PendingListeners = {
  /** Called when this form's request is accepted, also when the offline queue prompt sent it. */
  onAccepted(): void;
  /** Called when the browser is online again and this form's request is still queued. */
  onReconnect(): void;
};

/**
 * Follows the request that this form has tried to send. While the form is mounted, the offline queue prompt does not
 * offer that request, because the form does.
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
