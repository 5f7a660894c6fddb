import { describe, expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from '#web/api/errors.ts';
import { type CancelDeps, cancelAppointment } from './cancel-appointment.ts';

const createDeps = (
  overrides: { isConfirmed?: boolean; isOffline?: boolean; send?: CancelDeps['send'] } = {},
) => ({
  confirm: vi.fn(async () => overrides.isConfirmed ?? true),
  alert: vi.fn(async () => {}),
  isOffline: () => overrides.isOffline ?? false,
  send: vi.fn(overrides.send ?? (async () => ({ acknowledged: true, deletedCount: 1 }))),
  reload: vi.fn(async () => {}),
  setIsBusy: vi.fn(),
  showError: vi.fn(),
});
const rejectWith = (error: Error) => async (): Promise<never> => {
  throw error;
};

describe('[APT-03] canceling an appointment', () => {
  test('asks for confirmation, deletes, reports success and reloads the list', async () => {
    const deps = createDeps();
    await cancelAppointment(deps);
    expect(deps.confirm).toHaveBeenCalledExactlyOnceWith({
      title: 'Are you sure?',
      text: 'Once deleted, you will not be able to recover this Appointment ! ',
    });
    expect(deps.alert).toHaveBeenCalledExactlyOnceWith({
      title: 'Done',
      text: 'Your Appointment has been Cancelled!',
    });
    expect(deps.reload).toHaveBeenCalledOnce();
    expect(deps.setIsBusy.mock.calls).toEqual([[true], [false]]);
  });

  test('deletes nothing when the user chooses No', async () => {
    const deps = createDeps({ isConfirmed: false });
    await cancelAppointment(deps);
    expect(deps.alert).toHaveBeenCalledExactlyOnceWith({
      title: 'Nothing was canceled',
      text: "If You Are in Need Of Blood We'll be there",
    });
    expect(deps.send).not.toHaveBeenCalled();
    expect(deps.reload).not.toHaveBeenCalled();
  });

  test('sends nothing while offline, and says that the appointment was not canceled', async () => {
    const deps = createDeps({ isOffline: true });
    await cancelAppointment(deps);
    expect(deps.showError).toHaveBeenCalledExactlyOnceWith(
      "You're offline. Your appointment has not been canceled.",
    );
    expect(deps.send).not.toHaveBeenCalled();
  });

  test('reports an error and reloads the list when the appointment was already deleted', async () => {
    const deps = createDeps({ send: async () => ({ acknowledged: true, deletedCount: 0 }) });
    await cancelAppointment(deps);
    expect(deps.alert).not.toHaveBeenCalled();
    expect(deps.reload).toHaveBeenCalledOnce();
    expect(deps.showError).toHaveBeenCalledOnce();
  });

  test('leaves a page of this appointment alone instead of reloading it', async () => {
    const deps = { ...createDeps(), leave: vi.fn(async () => {}) };
    await cancelAppointment(deps);
    expect(deps.leave).toHaveBeenCalledAfter(deps.alert);
    expect(deps.reload).not.toHaveBeenCalled();
  });

  test('reports that the appointment is paid and reloads the list on a 409', async () => {
    const deps = createDeps({ send: rejectWith(new ApiError(409, 'already-paid', 'Paid')) });
    await cancelAppointment(deps);
    expect(deps.showError).toHaveBeenCalledExactlyOnceWith(
      'This appointment is already paid, so it cannot be canceled.',
    );
    expect(deps.reload).toHaveBeenCalledOnce();
  });

  test('says so when the center has canceled the appointment', async () => {
    const deps = createDeps({ send: rejectWith(new ApiError(409, 'appointment-canceled', 'Canceled.')) });
    await cancelAppointment(deps);
    expect(deps.showError).toHaveBeenCalledExactlyOnceWith('Canceled.');
  });

  test('reports that nothing was canceled and is no longer busy when the server failed', async () => {
    const deps = createDeps({ send: rejectWith(new ApiError(500, 'internal', 'Something went wrong.')) });
    await cancelAppointment(deps);
    expect(deps.showError).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('has not been canceled'));
    expect(deps.setIsBusy).toHaveBeenLastCalledWith(false);
  });

  test('does not say whether it was canceled when the response was lost, and reloads the list', async () => {
    const deps = createDeps({ send: rejectWith(new NetworkError()) });
    await cancelAppointment(deps);
    expect(deps.showError).toHaveBeenCalledExactlyOnceWith(
      'The connection failed, and we do not know whether your appointment was canceled. Check your list before you try again.',
    );
    expect(deps.reload).toHaveBeenCalledOnce();
    expect(deps.setIsBusy).toHaveBeenLastCalledWith(false);
  });
});
