import { describe, expect, test, vi } from 'vitest';
import type { Day } from '#contract/days.ts';
import { ApiError, NetworkError } from '#web/api/errors.ts';
import { createRequestKeys, type SubmitDeps, submitRequest } from './send-request.ts';

const fields = {
  name: 'Rahim Uddin',
  phone: '01712345678',
  center: 'Dhaka Medical',
  bloodGroup: 'A+',
  date: '2026-11-21' as Day,
  opinion: '',
} as const;

function createDeps(overrides: Partial<SubmitDeps> = {}) {
  let keys = 0;
  return {
    getMember: vi.fn(overrides.getMember ?? (async () => ({ email: 'rahim@example.org' }))),
    send: vi.fn<SubmitDeps['send']>(overrides.send ?? (async () => ({ success: true, insertedId: 'a1' }))),
    keys: createRequestKeys(() => `key-${++keys}`),
    draft: { save: vi.fn(), clear: vi.fn() },
    alert: vi.fn(async () => {}),
    goToSignIn: vi.fn(),
    toast: { success: vi.fn(), error: vi.fn() },
  };
}
const rejectWith = (error: Error) => async (): Promise<never> => {
  throw error;
};

describe('signed in', () => {
  test("[APF-05] success shows the toast 'SuccessFully Submitted' and clears the draft", async () => {
    const deps = createDeps();
    expect(await submitRequest(fields, deps)).toEqual({ kind: 'accepted' });
    expect(deps.toast.success).toHaveBeenCalledExactlyOnceWith('SuccessFully Submitted');
    expect(deps.draft.clear).toHaveBeenCalledOnce();
  });

  test('sends the fields with the email of the session', async () => {
    const deps = createDeps();
    await submitRequest({ ...fields, opinion: 'Glad to help' }, deps);
    expect(deps.send.mock.calls[0]?.[0]).toEqual({
      ...fields,
      opinion: 'Glad to help',
      email: 'rahim@example.org',
    });
  });

  test('sends publishAs only with an opinion', async () => {
    const deps = createDeps();
    await submitRequest({ ...fields, opinion: 'Glad to help', publishAs: 'first' }, deps);
    await submitRequest({ ...fields, publishAs: 'first' }, deps);
    const [withOpinion, withoutOpinion] = deps.send.mock.calls.map(([body]) => body);
    expect(withOpinion).toMatchObject({ opinion: 'Glad to help', publishAs: 'first' });
    expect(withoutOpinion).not.toHaveProperty('publishAs');
  });

  test('a center without a free slot says so and suggests the days that the server names', async () => {
    const nextFree = ['2026-11-24', '2026-11-25'];
    const deps = createDeps({ send: async () => ({ success: false, message: 'full', nextFree }) });
    const message = 'Dhaka Medical has no free place on November 21, 2026';
    expect(await submitRequest(fields, deps)).toEqual({
      kind: 'no-slot',
      day: fields.date,
      message,
      nextFree,
    });
    expect(deps.toast.error).toHaveBeenCalledExactlyOnceWith(message);
    expect(deps.draft.clear).not.toHaveBeenCalled();
  });

  test('[APF-06] success false shows an error toast with the chosen day and resets nothing', async () => {
    const deps = createDeps({ send: async () => ({ success: false, message: 'taken' }) });
    expect(await submitRequest(fields, deps)).toEqual({ kind: 'day-taken', day: fields.date });
    expect(deps.toast.error).toHaveBeenCalledExactlyOnceWith(
      "You've Already Have an Appointment on November 21, 2026",
    );
    expect(deps.draft.clear).not.toHaveBeenCalled();
  });

  test('a member with the maximum number of slots sees what to do, and keeps the form', async () => {
    const deps = createDeps({ send: async () => ({ success: false, message: 'too many', limit: 5 }) });
    const message =
      'You have 5 appointments at donation centers, which is the most. Cancel one, or wait until one is over.';
    expect(await submitRequest(fields, deps)).toEqual({ kind: 'failed', message, isUnreachable: false });
    expect(deps.toast.error).toHaveBeenCalledExactlyOnceWith(message);
    expect(deps.draft.clear).not.toHaveBeenCalled();
  });

  test("returns the server's errors by field", async () => {
    const date = 'Please choose another day';
    const deps = createDeps({ send: rejectWith(new ApiError(422, 'invalid-fields', 'Wrong', { date })) });
    expect(await submitRequest(fields, deps)).toEqual({ kind: 'invalid-fields', fields: { date } });
  });

  test.each([
    ['a network error', new NetworkError()],
    ['a failing server', new ApiError(503, 'unavailable', 'This cannot be done right now.')],
    ['too many requests', new ApiError(429, 'too-many-requests', 'Too many requests.')],
  ])('%s: returns the reason and what to do, without a toast', async (_, error) => {
    const deps = createDeps({ send: rejectWith(error) });
    const outcome = await submitRequest(fields, deps);
    expect(outcome).toEqual({
      kind: 'failed',
      message: `${error.message} Your details are still here. Press Submit to try again.`,
      isUnreachable: error instanceof NetworkError,
    });
    expect(deps.toast.success).not.toHaveBeenCalled();
  });
});

describe('signed out', () => {
  test("[APF-04] saves the draft, shows 'Sorry!', goes to the sign-in page and sends nothing", async () => {
    const order: string[] = [];
    const deps = createDeps({ getMember: async () => undefined });
    deps.draft.save.mockImplementation(() => order.push('draft'));
    deps.alert.mockImplementation(async () => void order.push('alert'));
    deps.goToSignIn.mockImplementation(() => order.push('login'));
    expect(await submitRequest(fields, deps)).toEqual({ kind: 'redirected-to-sign-in' });
    expect(order).toEqual(['draft', 'alert', 'login']);
    expect(deps.alert).toHaveBeenCalledWith({
      title: 'Sorry!',
      text: 'You Have To Be Logged In To Proceed',
    });
    expect(deps.send).not.toHaveBeenCalled();
  });

  test.each([401, 403])('does the same when the session has expired (%i)', async (status) => {
    const deps = createDeps({ send: rejectWith(new ApiError(status, 'not-signed-in', 'Please sign in')) });
    expect(await submitRequest(fields, deps)).toEqual({ kind: 'redirected-to-sign-in' });
    expect(deps.draft.save).toHaveBeenCalledOnce();
  });
});

describe('the Idempotency-Key', () => {
  const keysSent = (deps: ReturnType<typeof createDeps>) => deps.send.mock.calls.map(([, key]) => key);

  test('stays the same when the same request is retried after a network error', async () => {
    const deps = createDeps();
    deps.send.mockRejectedValueOnce(new NetworkError());
    await submitRequest(fields, deps);
    await submitRequest(fields, deps);
    expect(keysSent(deps)).toEqual(['key-1', 'key-1']);
  });

  test('changes when the form content changes', async () => {
    const deps = createDeps();
    deps.send.mockRejectedValueOnce(new NetworkError());
    await submitRequest(fields, deps);
    await submitRequest({ ...fields, center: 'Chattogram' }, deps);
    expect(keysSent(deps)).toEqual(['key-1', 'key-2']);
  });

  test('changes after every response', async () => {
    const deps = createDeps();
    await submitRequest(fields, deps);
    deps.send.mockResolvedValueOnce({ success: false, message: 'taken' });
    await submitRequest(fields, deps);
    await submitRequest(fields, deps);
    expect(keysSent(deps)).toEqual(['key-1', 'key-2', 'key-3']);
  });
});
