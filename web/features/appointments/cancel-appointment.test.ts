import { describe, expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from '#web/api/errors.ts';
import { type CancelDeps, cancelAppointment } from './cancel-appointment.ts';

const outside = (given: { sure?: boolean; send?: CancelDeps['send'] } = {}) => ({
  ask: vi.fn(async () => given.sure ?? true),
  tell: vi.fn(async () => {}),
  send: vi.fn(given.send ?? (async () => ({ acknowledged: true, deletedCount: 1 }))),
  reload: vi.fn(async () => {}),
  busy: vi.fn(),
  fail: vi.fn(),
});
const refuse = (error: Error) => async (): Promise<never> => {
  throw error;
};

describe('[APT-03] cancelling', () => {
  test('asks first, then deletes, says so and reloads the list', async () => {
    const ports = outside();
    await cancelAppointment(ports);
    expect(ports.ask).toHaveBeenCalledExactlyOnceWith({
      title: 'Are you sure?',
      text: 'Once deleted, you will not be able to recover this Appointment ! ',
    });
    expect(ports.tell).toHaveBeenCalledExactlyOnceWith({
      title: 'Done',
      text: 'Your Appointment has been Cancelled!',
    });
    expect(ports.reload).toHaveBeenCalledOnce();
    expect(ports.busy.mock.calls).toEqual([[true], [false]]);
  });

  test('on no, nothing is deleted', async () => {
    const ports = outside({ sure: false });
    await cancelAppointment(ports);
    expect(ports.tell).toHaveBeenCalledExactlyOnceWith({
      title: 'Nothing was cancelled',
      text: "If You Are in Need Of Blood We'll be there",
    });
    expect(ports.send).not.toHaveBeenCalled();
    expect(ports.reload).not.toHaveBeenCalled();
  });

  test('one that is already gone is not called cancelled, and the list reloads', async () => {
    const ports = outside({ send: async () => ({ acknowledged: true, deletedCount: 0 }) });
    await cancelAppointment(ports);
    expect(ports.tell).not.toHaveBeenCalled();
    expect(ports.reload).toHaveBeenCalledOnce();
    expect(ports.fail).toHaveBeenCalledOnce();
  });

  test('one that was paid meanwhile stays, and the list reloads', async () => {
    const ports = outside({ send: refuse(new ApiError(409, 'already-paid', 'Paid')) });
    await cancelAppointment(ports);
    expect(ports.fail).toHaveBeenCalledExactlyOnceWith(
      'This appointment is already paid, so it cannot be cancelled.',
    );
    expect(ports.reload).toHaveBeenCalledOnce();
  });

  test('without an answer it says that nothing was cancelled, and can be pressed again', async () => {
    const ports = outside({ send: refuse(new NetworkError()) });
    await cancelAppointment(ports);
    expect(ports.fail).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('has not been cancelled'));
    expect(ports.busy).toHaveBeenLastCalledWith(false);
  });
});
