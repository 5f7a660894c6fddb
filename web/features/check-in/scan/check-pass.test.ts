import { expect, test } from 'vitest';
import type { Day } from '#contract/days.ts';
import { centerNumber, encodePass, formatToken } from '#contract/donation-pass.ts';
import type { CheckInState } from '../device/check-in-store.ts';
import type { CheckInRow } from '../device/operations.ts';
import { checkPass, createPassContext, type PassContext } from './check-pass.ts';

const today = '2026-11-25' as Day;
const fetchedAt = Date.UTC(2026, 10, 25, 8);

/** Returns an appointment id of version 7, created at this time. */
const idAt = (at: number, n = 0) =>
  `${at
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})/, '$1-')}-7000-8000-${String(n).padStart(12, '0')}`;
const early = idAt(fetchedAt - 1000);

const keyPair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
  'sign',
  'verify',
]);
const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', keyPair.publicKey);

async function sign(changes: Partial<Parameters<typeof encodePass>[0]> = {}): Promise<string> {
  const pass = { keyId: 682, day: today, appointmentId: early, center: centerNumber('c1'), ...changes };
  const signed = encodePass(pass);
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, keyPair.privateKey, signed);
  return formatToken(signed, new Uint8Array(signature));
}

const check = (
  text: string,
  row?: Partial<CheckInRow>,
  isCurrent = false,
  operations: PassContext['operations'] = [],
) => {
  const rows: CheckInRow[] = row
    ? [{ _id: early, name: 'Rahim', bloodGroup: 'O+', phoneEnd: '', status: 'booked', ...row }]
    : [];
  const keys: PassContext['keys'] = [{ keyId: 682, kty: 'EC', crv: 'P-256', x, y }];
  return checkPass(text, { centerId: 'c1', today, rows, operations, fetchedAt, keys, isCurrent });
};

test('after midnight, without a connection, no donor of the list of yesterday is expected', async () => {
  const row = { _id: early, name: 'Rahim', bloodGroup: 'O+', phoneEnd: '', status: 'booked' } as const;
  const passKeys: PassContext['keys'] = [{ keyId: 682, kty: 'EC', crv: 'P-256', x, y }];
  const state = { rows: [row], operations: [], fetchedAt, passKeys } as unknown as CheckInState;
  const verdictAt = async (now: number, day: Day) =>
    (
      await checkPass(
        await sign({ day, center: centerNumber('c1') }),
        createPassContext({ _id: 'c1', timeZone: 'Asia/Dhaka' }, state, { now, isCurrent: false }),
      )
    ).verdict;
  const beforeMidnight = Date.UTC(2026, 10, 25, 17, 59);
  expect(await verdictAt(beforeMidnight, today)).toBe('valid');
  expect(await verdictAt(beforeMidnight + 60_000, today)).toBe('other-day');
  expect(await verdictAt(beforeMidnight + 60_000, '2026-11-26' as Day)).toBe('not-listed');
});

test('a signed pass is valid once; a copy, other day, other center and canceled one are distinguished', async () => {
  expect(await check(await sign(), {})).toMatchObject({ verdict: 'valid', row: { name: 'Rahim' } });
  for (const status of ['arrived', 'fulfilled', 'deferred'] as const)
    expect(await check(await sign(), { status })).toMatchObject({ verdict: 'used' });
  expect(await check(await sign(), { status: 'cancelled' })).toMatchObject({ verdict: 'cancelled' });
  const day = '2026-11-26' as Day;
  expect(await check(await sign({ day }))).toMatchObject({ verdict: 'other-day', day });
  // The appointment was moved to today after the pass was shown.
  expect(await check(await sign({ day }), {})).toMatchObject({ verdict: 'valid' });
  expect(await check(await sign({ center: centerNumber('c2') }), {})).toMatchObject({
    verdict: 'other-center',
  });
  // The donor may have moved to today after the list was received.
  expect(await check(await sign())).toMatchObject({ verdict: 'not-listed', appointmentId: early });
  expect(await check(await sign(), undefined, true)).toMatchObject({ verdict: 'missing' });
  const appointmentId = idAt(fetchedAt + 1000);
  expect(await check(await sign({ appointmentId }))).toMatchObject({ verdict: 'unlisted' });
});

test('a pass that the list lacks is valid once on a device that has not sent it yet', async () => {
  const appointmentId = idAt(fetchedAt + 1000);
  const changes = (['arrived', 'booked'] as const).map((status) => ({
    kind: 'status' as const,
    appointmentId,
    status,
    at: '',
    operationId: status,
  }));
  const scan = async (count: number) =>
    (await check(await sign({ appointmentId }), undefined, false, changes.slice(0, count))).verdict;
  expect([await scan(0), await scan(1), await scan(2)]).toEqual(['unlisted', 'used', 'unlisted']);
});

test('a changed pass and an unknown key are invalid; an unsigned pass is only checked online', async () => {
  const token = await sign();
  expect(
    await check(
      token.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      {},
    ),
  ).toEqual({ verdict: 'invalid' });
  expect(await check(await sign({ keyId: 681 }), {})).toEqual({ verdict: 'invalid' });
  expect(await check('https://example.org')).toEqual({ verdict: 'invalid' });
  // The id is no secret: it is in calendar files.
  for (const status of ['booked', 'arrived', 'cancelled'] as const)
    expect(await check(early, { status })).toEqual({ verdict: 'unchecked', appointmentId: early });
  expect(await check(early.toUpperCase(), {}, true)).toMatchObject({ verdict: 'valid' });
  expect(await check(early, { status: 'arrived' }, true)).toMatchObject({ verdict: 'used' });
  expect(await check(early, undefined, true)).toMatchObject({ verdict: 'missing' });
});
