import { t } from '@lingui/core/macro';
import type { moveAppointment as moveCall } from '#contract/appointments.ts';
import { type Day, formatLongDate } from '#contract/days.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { ApiError } from '#web/api/errors.ts';
import { formatDay } from '#web/i18n/days.ts';
import { fieldMessage } from '#web/i18n/field-messages.ts';

export type MoveDeps = {
  /** Throws ApiError or NetworkError. */
  send(date: string): Promise<ResponseOf<typeof moveCall>>;
  reload(): Promise<unknown>;
  succeed(text: string): void;
  fail(text: string): void;
};

/**
 * `moved`, and `over`: this appointment cannot move any more, which the list shows by now; else `refused` says why the
 * day could not be taken, and another may be tried.
 */
export type MoveOutcome = { kind: 'moved' | 'over' } | { kind: 'refused'; message: string };

/** Asks the server for another day. What it refuses leaves the appointment as it was. */
export async function moveAppointment(day: Day, ports: MoveDeps): Promise<MoveOutcome> {
  try {
    const { success } = await ports.send(formatLongDate(day));
    if (!success) return { kind: 'refused', message: taken(day) };
    void ports.reload();
    ports.succeed(t`Your appointment is now on ${formatDay(day)}`);
    return { kind: 'moved' };
  } catch (error) {
    const over = error instanceof ApiError ? overText(error) : undefined;
    if (over) {
      ports.fail(over);
      void ports.reload();
      return { kind: 'over' };
    }
    return { kind: 'refused', message: reasonFor(error) };
  }
}

const taken = (day: Day): string =>
  t`You already have an appointment on ${formatDay(day)}. Nothing was changed.`;

function overText({ status, code }: ApiError): string | undefined {
  if (code === 'already-paid') return t`This appointment is now paid, so its date cannot change.`;
  if (status === 404) return t`This appointment has already been canceled.`;
  return undefined;
}

function reasonFor(error: unknown): string {
  if (error instanceof ApiError && error.fields?.date) return fieldMessage(error.fields.date);
  const reason = error instanceof Error ? error.message : t`Something went wrong.`;
  return t`${reason} Nothing was changed.`;
}
