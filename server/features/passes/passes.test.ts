import { expect, test } from 'vitest';
import type { Day } from '#contract/days.ts';
import { centerNumber, parseToken } from '#contract/donation-pass.ts';
import { newId } from '#platform/ids.ts';
import { days } from '#platform/time.ts';
import { createPasses } from './passes.ts';

const noon = Date.UTC(2026, 10, 25, 12);

function createTestPasses() {
  const secrets = new Map<string, string>();
  const time = { now: noon };
  const getSecret = async (name: string, make: () => string | Promise<string> = () => '') => {
    if (!secrets.has(name)) secrets.set(name, await make());
    return secrets.get(name) ?? '';
  };
  return { time, ...createPasses({ getSecret, clock: () => time.now }) };
}

/** Checks a token as the browser does. */
async function verify(token: string, keys: Awaited<ReturnType<ReturnType<typeof createPasses>['listKeys']>>) {
  const parsed = parseToken(token);
  const jwk = keys.find(({ keyId }) => keyId === parsed?.pass.keyId);
  if (!parsed || !jwk) return false;
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const key = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['verify']);
  return crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, parsed.signature, parsed.signed);
}

test('a pass is checked with public keys alone, and stays valid for a year while the keys rotate', async () => {
  const { sign, listKeys, time } = createTestPasses();
  const appointment = { id: newId(), day: '2027-11-20' as Day, center_id: 'c1' };
  const token = (await sign(appointment)) ?? '';
  expect(await sign(appointment)).toBe(token);
  expect(parseToken(token)?.pass).toMatchObject({
    appointmentId: appointment.id,
    day: appointment.day,
    center: centerNumber('c1'),
  });
  time.now += days(360);
  const keys = await listKeys();
  expect(keys).toHaveLength(15);
  expect(await verify(token, keys)).toBe(true);
  expect(parseToken((await sign(appointment)) ?? '')?.pass.keyId).not.toBe(parseToken(token)?.pass.keyId);
  expect(JSON.stringify(keys)).not.toContain('"d"');
  const changed = token.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  expect(await verify(changed, keys)).toBe(false);
  time.now += days(20);
  expect(await verify((await sign({ ...appointment, day: '2027-12-24' as Day })) ?? '', keys)).toBe(true);
  time.now += days(80);
  expect(await verify(token, await listKeys())).toBe(false);
});

test('past days, other ids and texts that name no center have no pass', async () => {
  const { sign } = createTestPasses();
  const appointment = { id: newId(), day: '2026-11-25' as Day, center_id: 'c1' };
  expect(await sign({ ...appointment, day: '2026-11-23' as Day })).toBeUndefined();
  expect(await sign({ ...appointment, center_id: null })).toBeUndefined();
  expect(await sign({ ...appointment, id: 'a1' })).toBeUndefined();
});
