import { t } from '@lingui/core/macro';
import type { cancelAppointment as cancelEndpoint } from '#contract/appointments.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { ApiError, NetworkError } from '#web/api/errors.ts';
import { errorText } from '#web/components/error-text.ts';

export type CancelDeps = {
  confirm(question: { title: string; text: string }): Promise<boolean>;
  alert(message: { title: string; text: string }): Promise<void>;
  isOffline(): boolean;
  /** @throws ApiError or NetworkError */
  send(): Promise<ResponseOf<typeof cancelEndpoint>>;
  reload(): Promise<unknown>;
  /**
   * Leaves a page that shows only this appointment, then reloads: before that, the page would report a
   * missing appointment.
   */
  leave?: (() => Promise<unknown>) | undefined;
  setIsBusy(isBusy: boolean): void;
  showError(text: string): void;
};

/**
 * Asks for confirmation, deletes the appointment and reloads the list (specification, section 4, 'Cancel').
 */
export async function cancelAppointment(deps: CancelDeps): Promise<void> {
  const isConfirmed = await deps.confirm({
    title: t`Are you sure?`,
    text: t`Once deleted, you will not be able to recover this Appointment ! `,
  });
  if (!isConfirmed)
    return deps.alert({
      title: t`Nothing was canceled`,
      text: t`If You Are in Need Of Blood We'll be there`,
    });
  if (deps.isOffline()) return deps.showError(t`You're offline. Your appointment has not been canceled.`);
  deps.setIsBusy(true);
  try {
    const { deletedCount } = await deps.send();
    const reloaded = deps.leave ? undefined : deps.reload();
    if (deletedCount === 1)
      await deps.alert({ title: t`Done`, text: t`Your Appointment has been Cancelled!` });
    else deps.showError(t`This appointment was already canceled. Your list is now up to date.`);
    await (deps.leave?.() ?? reloaded);
  } catch (error) {
    if (error instanceof NetworkError) void deps.reload();
    if (error instanceof ApiError && error.status === 409) await deps.reload();
    deps.showError(failureText(error));
  } finally {
    deps.setIsBusy(false);
  }
}

function failureText(error: unknown): string {
  if (error instanceof ApiError && error.status === 409)
    return error.code === 'already-paid'
      ? t`This appointment is already paid, so it cannot be canceled.`
      : error.message;
  if (error instanceof NetworkError)
    return t`The connection failed, and we do not know whether your appointment was canceled. Check your list before you try again.`;
  const reason = errorText(error);
  return t`${reason} Your appointment has not been canceled.`;
}
