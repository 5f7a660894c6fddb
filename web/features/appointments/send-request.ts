import { useEffect, useEffectEvent, useRef } from 'react';
import { requestAppointment } from '#contract/appointments.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { call } from '#web/api/client.ts';
import { siteConfig } from '#web/api/config.ts';
import { ApiError } from '#web/api/errors.ts';
import { isSameRequest, offlineQueue, type QueuedRequest } from '../../pwa/offline-queue.ts';

/**
 * Sends a member's request. It is kept on this device until it is answered, so that a line that breaks, or a browser
 * that is closed, loses nothing; and sent under one key, so that it is never there twice.
 * `keepRefused`: a refusal is shown where it still can be changed.
 * @throws ApiError, or NetworkError when nobody has answered
 */
export async function sendRequest(
  uid: string,
  { key, body }: QueuedRequest,
  { keepRefused = false } = {},
): Promise<ResponseOf<typeof requestAppointment>> {
  const kept = (await mayKeep()) ? offlineQueue.begin(uid, { key, body }) : key;
  try {
    const answer = await call(requestAppointment, {
      query: { email: body.email, date: body.date },
      body,
      headers: { 'Idempotency-Key': kept },
    });
    offlineQueue.end(uid, { key: kept, body }, answer.success);
    return answer;
  } catch (error) {
    if (isAnswered(error) && !keepRefused) offlineQueue.end(uid, { key: kept, body }, false);
    throw error;
  }
}

/** The site may be without this part; without a line and without an answer kept, it is not known. */
const mayKeep = (): Promise<boolean> =>
  siteConfig().then(
    ({ features }) => features.includes('offline'),
    () => false,
  );

/** Too busy, or out of order, is no answer to the request itself. */
const isAnswered = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && error.status !== 429;

type Turns = {
  /** What this form has tried to send is accepted by another way (unsent-offer.tsx). */
  accepted(): void;
  /** The line has come back, and nobody has answered yet. */
  connected(): void;
};

/**
 * What becomes of a request that this form has tried to send. While the form is there it offers to send it again itself.
 * Gives what notes a try.
 */
export function usePendingRequest({ accepted, connected }: Turns): (request: QueuedRequest) => QueuedRequest {
  const tried = useRef<QueuedRequest['body']>(undefined);
  const look = useEffectEvent((body: QueuedRequest['body']) => {
    if (tried.current && isSameRequest(tried.current, body)) accepted();
  });
  const tell = useEffectEvent(() => {
    if (tried.current && offlineQueue.waits(tried.current)) connected();
  });

  useEffect(() => {
    const stop = offlineQueue.whenAccepted((body) => look(body));
    const online = () => tell();
    addEventListener('online', online);
    return () => {
      stop();
      removeEventListener('online', online);
      offlineQueue.hold(tried.current, undefined);
    };
  }, []);

  return (request) => {
    offlineQueue.hold(tried.current, request.body);
    tried.current = request.body;
    return request;
  };
}
