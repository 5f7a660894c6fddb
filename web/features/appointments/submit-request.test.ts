import { describe, expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from '#web/api/errors.ts';
import { requestKeys, type SubmitDeps, submitRequest } from './submit-request.ts';

const fields = {
  name: 'Rahim Uddin',
  phone: '01712345678',
  center: 'Dhaka Medical',
  bloodGroup: 'A+',
  date: '2026-11-21',
  opinion: '',
} as const;

function outside(given: Partial<SubmitDeps> = {}) {
  let keys = 0;
  return {
    member: vi.fn(given.member ?? (async () => ({ email: 'rahim@example.org' }))),
    send: vi.fn<SubmitDeps['send']>(given.send ?? (async () => ({ success: true, insertedId: 'a1' }))),
    keys: requestKeys(() => `key-${++keys}`),
    draft: { keep: vi.fn(), clear: vi.fn() },
    tell: vi.fn(async () => {}),
    goToSignIn: vi.fn(),
    toast: { success: vi.fn(), error: vi.fn() },
  };
}
const refuse = (error: Error) => async (): Promise<never> => {
  throw error;
};

describe('a signed-in member', () => {
  test("[APF-05] success: toast 'SuccessFully Submitted', the draft goes", async () => {
    const ports = outside();
    expect(await submitRequest(fields, ports)).toEqual({ kind: 'accepted' });
    expect(ports.toast.success).toHaveBeenCalledExactlyOnceWith('SuccessFully Submitted');
    expect(ports.draft.clear).toHaveBeenCalledOnce();
  });

  test('[API-05] the day goes out as long English text, with the email of the session', async () => {
    const ports = outside();
    await submitRequest({ ...fields, opinion: 'Glad to help' }, ports);
    expect(ports.send.mock.calls[0]?.[0]).toEqual({
      ...fields,
      opinion: 'Glad to help',
      date: 'November 21, 2026',
      email: 'rahim@example.org',
    });
  });

  test('the wish to publish goes out with an opinion, and only with one', async () => {
    const ports = outside();
    await submitRequest({ ...fields, opinion: 'Glad to help', publishAs: 'first' }, ports);
    await submitRequest({ ...fields, publishAs: 'first' }, ports);
    const [told, silent] = ports.send.mock.calls.map(([body]) => body);
    expect(told).toMatchObject({ opinion: 'Glad to help', publishAs: 'first' });
    expect(silent).not.toHaveProperty('publishAs');
  });

  test('[APF-06] success false: error toast with the chosen day, nothing is reset', async () => {
    const ports = outside({ send: async () => ({ success: false, message: 'taken' }) });
    expect(await submitRequest(fields, ports)).toEqual({ kind: 'day-taken' });
    expect(ports.toast.error).toHaveBeenCalledExactlyOnceWith(
      "You've Already Have an Appointment on November 21, 2026",
    );
    expect(ports.draft.clear).not.toHaveBeenCalled();
  });

  test('field errors of the server come back by field', async () => {
    const date = 'Please choose another day';
    const ports = outside({ send: refuse(new ApiError(422, 'invalid-fields', 'Wrong', { date })) });
    expect(await submitRequest(fields, ports)).toEqual({ kind: 'fields-refused', fields: { date } });
  });

  test.each([
    ['no answer', new NetworkError()],
    ['a failing server', new ApiError(503, 'unavailable', 'This cannot be done right now.')],
    ['too many requests', new ApiError(429, 'too-many-requests', 'Too many requests.')],
  ])('%s: says why and what to do, without a toast', async (_, error) => {
    const ports = outside({ send: refuse(error) });
    const outcome = await submitRequest(fields, ports);
    expect(outcome).toEqual({ kind: 'failed', message: expect.stringContaining(error.message) });
    expect(outcome).toEqual({ kind: 'failed', message: expect.stringContaining('press Submit') });
    expect(ports.toast.success).not.toHaveBeenCalled();
  });
});

describe('somebody who is not signed in', () => {
  test("[APF-04] the draft is kept, then 'Sorry!', then the sign-in page; nothing is sent", async () => {
    const order: string[] = [];
    const ports = outside({ member: async () => undefined });
    ports.draft.keep.mockImplementation(() => order.push('draft'));
    ports.tell.mockImplementation(async () => void order.push('alert'));
    ports.goToSignIn.mockImplementation(() => order.push('login'));
    expect(await submitRequest(fields, ports)).toEqual({ kind: 'sent-to-sign-in' });
    expect(order).toEqual(['draft', 'alert', 'login']);
    expect(ports.tell).toHaveBeenCalledWith({
      title: 'Sorry!',
      text: 'You Have To Be Logged In To Proceed',
    });
    expect(ports.send).not.toHaveBeenCalled();
  });

  test.each([401, 403])('a session that ended meanwhile (%i) is treated the same way', async (status) => {
    const ports = outside({ send: refuse(new ApiError(status, 'not-signed-in', 'Please sign in')) });
    expect(await submitRequest(fields, ports)).toEqual({ kind: 'sent-to-sign-in' });
    expect(ports.draft.keep).toHaveBeenCalledOnce();
  });
});

describe('the Idempotency-Key', () => {
  const keysSent = (ports: ReturnType<typeof outside>) => ports.send.mock.calls.map(([, key]) => key);

  test('stays the same when the same request is repeated after a lost answer', async () => {
    const ports = outside();
    ports.send.mockRejectedValueOnce(new NetworkError());
    await submitRequest(fields, ports);
    await submitRequest(fields, ports);
    expect(keysSent(ports)).toEqual(['key-1', 'key-1']);
  });

  test('changes with what is filled in', async () => {
    const ports = outside();
    ports.send.mockRejectedValueOnce(new NetworkError());
    await submitRequest(fields, ports);
    await submitRequest({ ...fields, center: 'Chattogram' }, ports);
    expect(keysSent(ports)).toEqual(['key-1', 'key-2']);
  });

  test('changes after every answer', async () => {
    const ports = outside();
    await submitRequest(fields, ports);
    ports.send.mockResolvedValueOnce({ success: false, message: 'taken' });
    await submitRequest(fields, ports);
    await submitRequest(fields, ports);
    expect(keysSent(ports)).toEqual(['key-1', 'key-2', 'key-3']);
  });
});
