import { t } from '@lingui/core/macro';
import type { moveAppointment as moveEndpoint } from '#contract/appointments.ts';
import type { Day } from '#contract/days.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { ApiError, NetworkError } from '#web/api/errors.ts';
import { errorText } from '#web/components/error-text.ts';
import { slotLimitText } from '#web/components/slot-limit-text.ts';
import { formatDay, formatDayAndTime, formatDayAndWeekday, formatTime } from '#web/i18n/days.ts';
import { fieldMessage } from '#web/i18n/field-messages.ts';

/** `time`: the arrival time, where the center has intervals. */
export type NewDate = { date: Day; time?: string | undefined };

export type MoveDeps = {
  isOffline(): boolean;
  /** @throws ApiError or NetworkError */
  send(to: NewDate): Promise<ResponseOf<typeof moveEndpoint>>;
  reload(): Promise<unknown>;
  showSuccess(text: string): void;
  showError(text: string): void;
};

/**
 * `not-movable`: the appointment is paid or canceled, and the list reloads. `rejected`: `message` says why
 * this day cannot be saved, and the user may try another one.
 */
export type MoveOutcome = { kind: 'moved' | 'not-movable' } | { kind: 'rejected'; message: string };

/** Changes the date on the server and reports the outcome. */
export async function moveAppointment(to: NewDate, deps: MoveDeps): Promise<MoveOutcome> {
  if (deps.isOffline()) return { kind: 'rejected', message: t`You're offline. Nothing was changed.` };
  try {
    const { success, nextFree, limit } = await deps.send(to);
    if (limit) return { kind: 'rejected', message: slotLimitText(limit) };
    if (!success)
      return { kind: 'rejected', message: nextFree ? noFreeSlotText(to, nextFree) : dayTakenText(to.date) };
    void deps.reload();
    deps.showSuccess(t`Your appointment is now on ${formatDayAndTime(to)}`);
    return { kind: 'moved' };
  } catch (error) {
    const notMovable = error instanceof ApiError ? notMovableText(error) : undefined;
    if (notMovable) {
      deps.showError(notMovable);
      void deps.reload();
      return { kind: 'not-movable' };
    }
    if (error instanceof NetworkError) void deps.reload();
    return { kind: 'rejected', message: failureText(error, to) };
  }
}

const dayTakenText = (day: Day): string =>
  t`You already have an appointment on ${formatDay(day)}. Nothing was changed.`;

function noFreeSlotText(to: NewDate, nextFree: readonly string[]): string {
  const reason = t`The center has no free place on ${formatDayAndTime(to)}. Nothing was changed.`;
  const days = nextFree.map((day) => formatDayAndWeekday(day as Day)).join('; ');
  return days ? t`${reason} Next free days: ${days}` : reason;
}

function notMovableText({ status, code }: ApiError): string | undefined {
  if (code === 'already-paid') return t`This appointment is now paid, so its date cannot change.`;
  if (status === 404 || code === 'appointment-canceled')
    return t`This appointment has already been canceled.`;
  return undefined;
}

function failureText(error: unknown, { date, time = '' }: NewDate): string {
  if (error instanceof ApiError && error.fields?.date) return fieldMessage(error.fields.date);
  if (error instanceof ApiError && error.fields?.time)
    return t`The center has no arrival time ${formatTime(time)} on ${formatDay(date)}. Nothing was changed.`;
  if (error instanceof NetworkError)
    return t`The connection failed, and we do not know whether the date changed. Check your list before you try again.`;
  const reason = errorText(error);
  return t`${reason} Nothing was changed.`;
}
