import { expect, test } from 'vitest';
import { NetworkError } from '#web/api/errors.ts';
import { isTemporary } from './operation-errors.ts';
import { createRequests } from './requests.ts';

test('what waits for an earlier request is not sent once its person has signed out: the next one would record it', async () => {
  const sent: unknown[] = [];
  const send = async (address: unknown) => {
    sent.push(address);
    return Response.json([]);
  };
  let hasLeft = false;
  const requests = createRequests({ send, call: send as never }, { centerId: 'c1', hasLeft: () => hasLeft });
  await requests.fetchList(undefined);
  hasLeft = true;
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
    () => requests.sendOperation({ ...arrived, seenChanges: 0 }),
  ]) {
    const error = await request().catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(NetworkError);
    expect(isTemporary(error)).toBe(true);
  }
  expect(sent).toEqual(['/api/staff/centers/c1/appointments']);
});
