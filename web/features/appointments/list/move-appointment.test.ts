import { describe, expect, test, vi } from 'vitest';
import type { Day } from '#contract/days.ts';
import { ApiError, NetworkError } from '#web/api/errors.ts';
import { type MoveDeps, moveAppointment } from './move-appointment.ts';

const to = { date: '2026-12-24' as Day };

const createDeps = (send: MoveDeps['send'] = async () => ({ success: true })) => ({
  isOffline: () => false,
  send: vi.fn(send),
  reload: vi.fn(async () => {}),
  showSuccess: vi.fn(),
  showError: vi.fn(),
});
const rejectWith = (error: Error) => async (): Promise<never> => {
  throw error;
};

describe('changing the date of an appointment', () => {
  test('sends the day, shows success and reloads the list', async () => {
    const deps = createDeps();
    expect(await moveAppointment(to, deps)).toEqual({ kind: 'moved' });
    expect(deps.send).toHaveBeenCalledExactlyOnceWith(to);
    expect(deps.showSuccess).toHaveBeenCalledExactlyOnceWith(
      'Your appointment is now on Thursday, December 24, 2026',
    );
    expect(deps.reload).toHaveBeenCalledOnce();
  });

  test('names the arrival time, and says when the center has no such time on the day', async () => {
    const withTime = { ...to, time: '08:30' };
    const deps = createDeps();
    await moveAppointment(withTime, deps);
    expect(deps.send).toHaveBeenCalledExactlyOnceWith(withTime);
    expect(deps.showSuccess).toHaveBeenCalledExactlyOnceWith(
      'Your appointment is now on Thursday, December 24, 2026, 8:30',
    );
    const error = new ApiError(422, 'invalid-fields', 'Bad', { time: 'Choose one of the arrival times' });
    expect(await moveAppointment(withTime, createDeps(rejectWith(error)))).toEqual({
      kind: 'rejected',
      message: 'The center has no arrival time 8:30 on December 24, 2026. Nothing was changed.',
    });
  });

  test('sends nothing while offline, and says that nothing was changed', async () => {
    const deps = { ...createDeps(), isOffline: () => true };
    expect(await moveAppointment(to, deps)).toEqual({
      kind: 'rejected',
      message: "You're offline. Nothing was changed.",
    });
    expect(deps.send).not.toHaveBeenCalled();
  });

  test('reports a day on which the center has no free slot, with the next free days', async () => {
    const deps = createDeps(async () => ({ success: false, message: 'Full', nextFree: ['2026-12-26'] }));
    expect(await moveAppointment(to, deps)).toEqual({
      kind: 'rejected',
      message:
        'The center has no free place on Thursday, December 24, 2026. Nothing was changed. Next free days: Saturday, December 26, 2026',
    });
  });

  test('reports a taken day in the form, where another day can be chosen', async () => {
    const deps = createDeps(async () => ({ success: false, message: 'Taken' }));
    expect(await moveAppointment(to, deps)).toEqual({
      kind: 'rejected',
      message: 'You already have an appointment on December 24, 2026. Nothing was changed.',
    });
    expect([deps.showSuccess.mock.calls, deps.reload.mock.calls]).toEqual([[], []]);
  });

  test.each([
    [409, 'already-paid', /now paid/],
    [409, 'appointment-canceled', /already been canceled/],
    [404, 'not-found', /already been canceled/],
  ])('%i %s: shows an error and reloads the list', async (status, code, text) => {
    const deps = createDeps(rejectWith(new ApiError(status, code, 'No')));
    expect(await moveAppointment(to, deps)).toEqual({ kind: 'not-movable' });
    expect(deps.showError).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(text));
    expect(deps.reload).toHaveBeenCalledOnce();
  });

  test('allows another try when the server failed', async () => {
    const error = new ApiError(500, 'internal', 'Something went wrong.');
    expect(await moveAppointment(to, createDeps(rejectWith(error)))).toEqual({
      kind: 'rejected',
      message: 'Something went wrong. Nothing was changed.',
    });
  });

  test('does not say whether the date changed when the response was lost, and reloads the list', async () => {
    const deps = createDeps(rejectWith(new NetworkError()));
    expect(await moveAppointment(to, deps)).toEqual({
      kind: 'rejected',
      message:
        'The connection failed, and we do not know whether the date changed. Check your list before you try again.',
    });
    expect(deps.reload).toHaveBeenCalledOnce();
  });

  test('reports the reason when the server rejects the day', async () => {
    const error = new ApiError(422, 'invalid-fields', 'Bad', { date: 'Choose a day' });
    expect(await moveAppointment(to, createDeps(rejectWith(error)))).toEqual({
      kind: 'rejected',
      message: 'Choose a day',
    });
  });
});
