import { t } from '@lingui/core/macro';
import { type AppointmentFields, requestAppointment } from '#contract/appointments.ts';
import { type Day, formatLongDate } from '#contract/days.ts';
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import { call } from '#web/api/client.ts';
import { hasFeature } from '#web/api/config.ts';
import { ApiError, NetworkError } from '#web/api/errors.ts';
import { randomKey } from '#web/api/random-key.ts';
import { errorText } from '#web/components/error-text.ts';
import { slotLimitText } from '#web/components/slot-limit-text.ts';
import { formatDay } from '#web/i18n/days.ts';
import { offlineQueue, type QueuedRequest } from '#web/pwa/offline-queue.ts';

type RequestBody = BodyOf<typeof requestAppointment>;

export type SubmitDeps = {
  /** Waits for the sign-in state. Resolves to undefined when signed out. */
  getMember(): Promise<{ email: string } | undefined>;
  /** @throws ApiError or NetworkError */
  send(body: RequestBody, idempotencyKey: string): Promise<ResponseOf<typeof requestAppointment>>;
  keys: RequestKeys;
  draft: { save(): void; clear(): void };
  alert(message: { title: string; text: string }): Promise<void>;
  goToSignIn(): void;
  toast: { success(text: string): void; error(text: string): void };
};

export type SubmitOutcome =
  | { kind: 'redirected-to-sign-in' | 'accepted' }
  | { kind: 'day-taken'; day: Day }
  /** The center is full or closed on that day. `nextFree`: the next days with a free slot. */
  | { kind: 'no-slot'; day: Day; message: string; nextFree: Day[] }
  | { kind: 'invalid-fields'; fields: Record<string, string> }
  /** `isUnreachable`: there was no response. */
  | { kind: 'failed'; message: string; isUnreachable: boolean };

/**
 * Sends valid fields to the server and reports the outcome (specification, section 4, 'Appointment request
 * form').
 */
export async function submitRequest(fields: AppointmentFields, deps: SubmitDeps): Promise<SubmitOutcome> {
  const member = await deps.getMember();
  if (!member) return redirectToSignIn(deps);
  const body = toBody(fields, member.email);
  try {
    const response = await deps.send(body, deps.keys.keyFor(body));
    deps.keys.clear();
    if (response.success) return onAccepted(deps);
    if (response.limit) return onLimit(response.limit, deps);
    return response.nextFree ? onNoFreeSlot(body, response.nextFree, deps) : onDayTaken(body.date, deps);
  } catch (error) {
    return onError(error, deps);
  }
}

/** Omits `publishAs` when there is no opinion to publish. */
function toBody({ opinion, publishAs, ...fields }: AppointmentFields, email: string): RequestBody {
  return { ...fields, ...(opinion && { opinion, ...(publishAs && { publishAs }) }), email };
}

async function redirectToSignIn(deps: SubmitDeps): Promise<SubmitOutcome> {
  deps.draft.save();
  await deps.alert({ title: t`Sorry!`, text: t`You Have To Be Logged In To Proceed` });
  deps.goToSignIn();
  return { kind: 'redirected-to-sign-in' };
}

function onAccepted(deps: SubmitDeps): SubmitOutcome {
  deps.draft.clear();
  deps.toast.success(t`SuccessFully Submitted`);
  return { kind: 'accepted' };
}

function onDayTaken(day: Day, deps: SubmitDeps): SubmitOutcome {
  deps.toast.error(t`You've Already Have an Appointment on ${formatDay(day)}`);
  return { kind: 'day-taken', day };
}

function onLimit(limit: number, deps: SubmitDeps): SubmitOutcome {
  const message = slotLimitText(limit);
  deps.toast.error(message);
  return { kind: 'failed', message, isUnreachable: false };
}

function onNoFreeSlot({ center, date }: RequestBody, nextFree: string[], deps: SubmitDeps): SubmitOutcome {
  const message = t`${center} has no free place on ${formatDay(date)}`;
  deps.toast.error(message);
  return { kind: 'no-slot', day: date, message, nextFree: nextFree as Day[] };
}

/**
 * Returns the outcome of an error. A rejected request gets a new idempotency key. After a network error, a
 * 5xx or a 429 the key is reused.
 */
async function onError(error: unknown, deps: SubmitDeps): Promise<SubmitOutcome> {
  if (isRejection(error)) {
    deps.keys.clear();
    if (error.status === 401 || error.status === 403) return redirectToSignIn(deps);
    if (error.fields) return { kind: 'invalid-fields', fields: error.fields };
  }
  const reason = errorText(error);
  return {
    kind: 'failed',
    message: t`${reason} Your details are still here. Press Submit to try again.`,
    isUnreachable: error instanceof NetworkError,
  };
}

/**
 * Provides the Idempotency-Key of a form: the same key while an unchanged request is retried, and a new key
 * when the content has changed or after `clear()`.
 */
export function createRequestKeys(createKey = randomKey) {
  let current: { content: string; key: string } | undefined;
  return {
    keyFor(request: unknown): string {
      const content = JSON.stringify(request);
      if (current?.content !== content) current = { content, key: createKey() };
      return current.key;
    },
    clear(): void {
      current = undefined;
    },
  };
}
type RequestKeys = ReturnType<typeof createRequestKeys>;

/**
 * Sends a member's request. The offline queue keeps it until the server accepts or rejects it, and always
 * sends it under the same idempotency key, so that a lost connection neither loses nor repeats it.
 * @param keepRejected whether to keep a rejected request in the queue, where the user can still change it
 * @param replaces the key of the queued request that the user has changed into this one
 * @throws ApiError, or NetworkError without a response
 */
export async function sendRequest(
  uid: string,
  { key: newKey, body }: QueuedRequest,
  { keepRejected = false, replaces }: { keepRejected?: boolean; replaces?: string | undefined } = {},
): Promise<ResponseOf<typeof requestAppointment>> {
  const key = hasFeature('offline') ? offlineQueue.enqueue(uid, { key: newKey, body }, replaces) : newKey;
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

/** Whether the server rejected the request itself. A 5xx or 429 is temporary, so the request stays queued. */
const isRejection = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500 && error.status !== 429;
