import * as z from 'zod/mini';
import { AppointmentFields } from '#contract/appointments.ts';
import { sessionPersistence, unsentKey as storageKey } from '#web/auth/persistence.ts';
import { clearUserStorage, loadUserData, saveUserData } from '#web/auth/user-storage.ts';

const MAX_REQUESTS = 10;

/** A request that has not received a response yet. `key` is its Idempotency-Key for every attempt. */
const QueuedRequest = z.object({
  key: z.string(),
  body: z.extend(AppointmentFields, { email: z.string() }),
});
export type QueuedRequest = z.infer<typeof QueuedRequest>;
type Body = QueuedRequest['body'];

const listeners = new Set<() => void>();
type AcceptedListener = (body: Body, insertedId: string) => void;
const acceptedListeners = new Set<AcceptedListener>();

/** Requests that an open form or page already offers to send. */
const claimedByForms = new Set<Body>();

const read = (uid: string | undefined): QueuedRequest[] =>
  loadUserData(storageKey, uid, z.array(QueuedRequest))?.value ?? [];

function write(uid: string, list: QueuedRequest[]): void {
  if (list.length > 0) saveUserData(storageKey, uid, list);
  // A late response must not remove the requests of a user who has signed in in the meantime.
  else if (loadUserData(storageKey, uid, z.unknown())) clearUserStorage(storageKey);
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}

/** Whether two requests have the same fields. */
export const isSameRequest = (one: Body, other: Body): boolean =>
  (Object.keys({ ...one, ...other }) as (keyof Body)[]).every((name) => one[name] === other[name]);

/**
 * Requests submitted on this device that have no response yet.
 * Visible only to the member who submitted them.
 */
export const offlineQueue = {
  list: read,

  /** Returns the requests that no other part of the page has claimed. */
  listUnclaimed: (uid: string | undefined): QueuedRequest[] =>
    read(uid).filter(({ body }) => ![...claimedByForms].some((claimed) => isSameRequest(claimed, body))),

  find: (uid: string, key: string): QueuedRequest | undefined =>
    read(uid).find((request) => request.key === key),

  has: (body: Body): boolean =>
    read(sessionPersistence.uid() ?? undefined).some((request) => isSameRequest(request.body, body)),

  /** Replaces the request that a form or page claims: releases `previous` and claims `next`. */
  claim(previous: Body | undefined, next: Body | undefined): void {
    if (previous) claimedByForms.delete(previous);
    if (next) claimedByForms.add(next);
    notify();
  },

  /**
   * Stores a request before it is sent, unless ten are waiting. Returns its key, or the key of the same
   * request sent before.
   * @param replaces the key of a queued request that the user has changed into this one
   */
  enqueue(uid: string, { key, body }: QueuedRequest, replaces?: string): string {
    const list = read(uid).filter((request) => request.key !== replaces || isSameRequest(request.body, body));
    const queued = list.find((request) => isSameRequest(request.body, body));
    const others = list.filter((request) => request !== queued);
    if (others.length < MAX_REQUESTS) write(uid, [...others, queued ?? { key, body }]);
    return queued?.key ?? key;
  },

  /**
   * Removes a request after its response or when the member discards it.
   * @param insertedId the id of the appointment; false if the request was not accepted
   */
  remove(uid: string, { key, body }: QueuedRequest, insertedId: string | false): void {
    write(
      uid,
      read(uid).filter((request) => request.key !== key),
    );
    if (insertedId) for (const listener of acceptedListeners) listener(body, insertedId);
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },

  /** Calls the listener when a request sent from this tab is accepted. */
  onAccepted(listener: AcceptedListener): () => void {
    acceptedListeners.add(listener);
    return () => void acceptedListeners.delete(listener);
  },
};
