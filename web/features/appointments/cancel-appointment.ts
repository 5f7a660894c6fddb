import type { cancelAppointment as cancelCall } from '#contract/appointments.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { ApiError } from '#web/api/errors.ts';

export type CancelPorts = {
  ask(question: { title: string; text: string }): Promise<boolean>;
  tell(alert: { title: string; text: string }): Promise<void>;
  /** Throws ApiError or NetworkError. */
  send(): Promise<AnswerOf<typeof cancelCall>>;
  reload(): Promise<unknown>;
  busy(now: boolean): void;
  fail(text: string): void;
};

/** Asks, deletes, says so, and loads the list again; SPEC.md section 4, 'Cancel'. */
export async function cancelAppointment(ports: CancelPorts): Promise<void> {
  const sure = await ports.ask({
    title: 'Are you sure?',
    text: 'Once deleted, you will not be able to recover this Appointment ! ',
  });
  if (!sure)
    return ports.tell({ title: 'Nothing was cancelled', text: "If You Are in Need Of Blood We'll be there" });
  ports.busy(true);
  try {
    const { deletedCount } = await ports.send();
    const reloaded = ports.reload();
    if (deletedCount === 1) await ports.tell({ title: 'Done', text: 'Your Appointment has been Cancelled!' });
    else ports.fail('This appointment was already gone. The list is up to date now.');
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
    return 'This appointment is already paid, so it cannot be cancelled.';
  const reason = error instanceof Error ? error.message : 'Something went wrong.';
  return `${reason} Your appointment has not been cancelled.`;
}
