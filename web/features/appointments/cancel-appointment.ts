import { t } from '@lingui/core/macro';
import type { cancelAppointment as cancelCall } from '#contract/appointments.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { ApiError } from '#web/api/errors.ts';

export type CancelDeps = {
  ask(question: { title: string; text: string }): Promise<boolean>;
  tell(alert: { title: string; text: string }): Promise<void>;
  /** Throws ApiError or NetworkError. */
  send(): Promise<ResponseOf<typeof cancelCall>>;
  reload(): Promise<unknown>;
  busy(now: boolean): void;
  fail(text: string): void;
};

/** Asks, deletes, says so, and loads the list again; SPEC.md section 4, 'Cancel'. */
export async function cancelAppointment(ports: CancelDeps): Promise<void> {
  const sure = await ports.ask({
    title: t`Are you sure?`,
    text: t`Once deleted, you will not be able to recover this Appointment ! `,
  });
  if (!sure)
    return ports.tell({
      title: t`Nothing was cancelled`,
      text: t`If You Are in Need Of Blood We'll be there`,
    });
  ports.busy(true);
  try {
    const { deletedCount } = await ports.send();
    const reloaded = ports.reload();
    if (deletedCount === 1)
      await ports.tell({ title: t`Done`, text: t`Your Appointment has been Cancelled!` });
    else ports.fail(t`This appointment was already canceled. Your list is now up to date.`);
    await reloaded;
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) await ports.reload();
    ports.fail(failureText(error));
  } finally {
    ports.busy(false);
  }
}

function failureText(error: unknown): string {
  if (error instanceof ApiError && error.status === 409)
    return t`This appointment is already paid, so it cannot be cancelled.`;
  const reason = error instanceof Error ? error.message : t`Something went wrong.`;
  return t`${reason} Your appointment has not been cancelled.`;
}
