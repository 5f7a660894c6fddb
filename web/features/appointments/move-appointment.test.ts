import { describe, expect, test, vi } from 'vitest';
import type { Day } from '#contract/days.ts';
import { ApiError, NetworkError } from '#web/api/errors.ts';
import { type MoveDeps, moveAppointment } from './move-appointment.ts';

const day = '2026-12-24' as Day;

const outside = (send: MoveDeps['send'] = async () => ({ success: true })) => ({
  send: vi.fn(send),
  reload: vi.fn(async () => {}),
  succeed: vi.fn(),
  fail: vi.fn(),
});
const refuse = (error: Error) => async (): Promise<never> => {
  throw error;
};

describe('changing the date', () => {
  test('asks for the day as the wire writes it, says so and loads the list again', async () => {
    const ports = outside();
    expect(await moveAppointment(day, ports)).toEqual({ kind: 'moved' });
    expect(ports.send).toHaveBeenCalledExactlyOnceWith('December 24, 2026');
    expect(ports.succeed).toHaveBeenCalledExactlyOnceWith('Your appointment is now on December 24, 2026');
    expect(ports.reload).toHaveBeenCalledOnce();
  });

  test('a taken day is said where another can be chosen', async () => {
    const ports = outside(async () => ({ success: false, message: 'Taken' }));
    expect(await moveAppointment(day, ports)).toEqual({
      kind: 'refused',
      message: 'You already have an appointment on December 24, 2026. Nothing was changed.',
    });
    expect([ports.succeed.mock.calls, ports.reload.mock.calls]).toEqual([[], []]);
  });

  test.each([
    [409, 'already-paid', /now paid/],
    [404, 'not-found', /already been canceled/],
  ])('%i %s: there is nothing more to choose, and the list is loaded again', async (status, code, told) => {
    const ports = outside(refuse(new ApiError(status, code, 'No')));
    expect(await moveAppointment(day, ports)).toEqual({ kind: 'over' });
    expect(ports.fail).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(told));
    expect(ports.reload).toHaveBeenCalledOnce();
  });

  test('without an answer it can be tried again', async () => {
    expect(await moveAppointment(day, outside(refuse(new NetworkError())))).toEqual({
      kind: 'refused',
      message: expect.stringMatching(/could not reach the server.* Nothing was changed\.$/),
    });
  });

  test('a day that the server does not book is refused with its reason', async () => {
    const error = new ApiError(422, 'invalid-fields', 'Bad', { date: 'Choose a day' });
    expect(await moveAppointment(day, outside(refuse(error)))).toEqual({
      kind: 'refused',
      message: 'Choose a day',
    });
  });
});
