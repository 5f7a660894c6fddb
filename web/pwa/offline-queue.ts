import * as z from 'zod/mini';
import { AppointmentFields } from '#contract/appointments.ts';
import { sessionPersistence } from '#web/auth/persistence.ts';
import { clearUserStorage, load, save } from '#web/auth/user-storage.ts';

const storageKey = 'bloodBuddiesUnsent';

/** Nobody fills in more without seeing the line again. */
const most = 10;

/** A filled request whose answer has not come, and the Idempotency-Key under which alone it is ever sent. */
const QueuedRequest = z.object({
  key: z.string(),
  body: z.extend(AppointmentFields, { email: z.string() }),
});
export type QueuedRequest = z.infer<typeof QueuedRequest>;
type Body = QueuedRequest['body'];

const listeners = new Set<() => void>();
const acceptedListeners = new Set<(body: Body) => void>();

/** Forms that are open and have tried these: they offer it themselves. */
const held = new Set<Body>();

const read = (uid: string | undefined): QueuedRequest[] =>
  load(storageKey, uid, z.array(QueuedRequest))?.value ?? [];

function write(uid: string, list: QueuedRequest[]): void {
  if (list.length > 0) save(storageKey, uid, list.slice(-most));
  else clearUserStorage(storageKey);
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

/** Whether two forms say the same. */
export const isSameRequest = (one: Body, other: Body): boolean =>
  (Object.keys({ ...one, ...other }) as (keyof Body)[]).every((name) => one[name] === other[name]);

/** What a member filled in on this device and nobody has answered; nobody else gets to see it. */
export const offlineQueue = {
  list: read,

  /** Those that no open form offers already. */
  toOffer: (uid: string | undefined): QueuedRequest[] =>
    read(uid).filter(({ body }) => ![...held].some((each) => isSameRequest(each, body))),

  waits: (body: Body): boolean =>
    read(sessionPersistence.uid() ?? undefined).some((each) => isSameRequest(each.body, body)),

  /** An open form offers `next` itself, and no longer `former`. */
  hold(former: Body | undefined, next: Body | undefined): void {
    if (former) held.delete(former);
    if (next) held.add(next);
    tell();
  },

  /** Keeps a request before it is sent, under its key or the one that it was sent under before. Gives that. */
  begin(uid: string, { key, body }: QueuedRequest): string {
    const list = read(uid);
    const kept = list.find((each) => isSameRequest(each.body, body)) ?? { key, body };
    write(uid, [...list.filter((each) => each !== kept), kept]);
    return kept.key;
  },

  /** It is answered, and so over. */
  end(uid: string, { key, body }: QueuedRequest, accepted: boolean): void {
    write(
      uid,
      read(uid).filter((each) => each.key !== key),
    );
    if (accepted) for (const listener of acceptedListeners) listener(body);
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },

  /** Calls back when a request is accepted, from wherever in this tab it was sent. */
  whenAccepted(listener: (body: Body) => void): () => void {
    acceptedListeners.add(listener);
    return () => void acceptedListeners.delete(listener);
  },
};
