import { expect, test } from 'vitest';
import { NetworkError } from '#web/api/errors.ts';
import { isTemporary } from './operation-errors.ts';
import type { Operation } from './operations.ts';
import { createRequests } from './requests.ts';

test('a queued request is not sent once its person has signed out', async () => {
  const sent: unknown[] = [];
  const send = async (address: unknown) => {
    sent.push(address);
    return Response.json([]);
  };
  let hasSignedOut = false;
  const requests = createRequests(
    { send, call: send as never },
    { centerId: 'c1', hasSignedOut: () => hasSignedOut },
  );
  await requests.fetchList(undefined);
  hasSignedOut = true;
  const arrived = {
    kind: 'status',
    appointmentId: 'a1',
    status: 'arrived',
    at: '',
    operationId: 'o1',
  } as const;
  for (const request of [
    () => requests.fetchList(undefined),
    () => requests.fetchPassKeys(),
    () => requests.sendOperation(arrived),
  ]) {
    const error = await request().catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(NetworkError);
    expect(isTemporary(error)).toBe(true);
  }
  expect(sent).toEqual(['/api/staff/centers/c1/appointments']);
});

test('a walk-in that could not be sent immediately is sent with its time, another one without', async () => {
  const bodies: unknown[] = [];
  const call = async (_: unknown, { body }: { body: unknown }) => {
    bodies.push(body);
    return { insertedId: 'a1' };
  };
  const { sendOperation } = createRequests(
    { send: (() => {}) as never, call: call as never },
    { centerId: 'c1', hasSignedOut: () => false },
  );
  const at = '2026-11-29T10:00:00.000Z';
  const walkIn: Operation = { kind: 'walk-in', at, operationId: 'w', sealed: 'box', keyId: 1 };
  await sendOperation(walkIn);
  await sendOperation({ ...walkIn, wasOffline: true });
  const body = { centerId: 'c1', operationId: 'w', sealed: 'box', keyId: 1 };
  expect(bodies).toEqual([body, { ...body, at }]);
});

test('a walk-in without a free slot is rejected with a translated text that says who can add it', async () => {
  const call = async () => ({ success: false, message: 'Dhaka is full on November 29, 2026' });
  const { sendOperation } = createRequests(
    { send: (() => {}) as never, call: call as never },
    { centerId: 'c1', hasSignedOut: () => false },
  );
  const walkIn: Operation = { kind: 'walk-in', at: '', operationId: 'w', sealed: 'box', keyId: 1 };
  await expect(sendOperation(walkIn)).rejects.toThrow('A coordinator can add the donor anyway.');
});
