import { expect, test } from 'vitest';
import { sealBox } from '#contract/sealed-box.ts';
import { sealingContext } from '#contract/staff-check-in.ts';
import { createSealing } from './sealing.ts';

function createTestSealing(now: string) {
  const secrets = new Map<string, string>();
  const time = { now: Date.parse(now) };
  const getSecret = async (name: string, make: () => string | Promise<string> = () => '') => {
    if (!secrets.has(name)) secrets.set(name, await make());
    return secrets.get(name) ?? '';
  };
  const site = { country: null as string | null };
  const readCountry = async () => site.country;
  return { time, secrets, site, ...createSealing({ getSecret, clock: () => time.now, readCountry }) };
}

test('a walk-in of the end of a month opens in the next month, also with a slow clock, and not later', async () => {
  const { readPublicKey, open, time, secrets } = createTestSealing('2026-11-30T23:00:00Z');
  const { keyId, ...key } = await readPublicKey();
  const visit = { centerId: 'c1', operationId: 'one' };
  const details = { name: 'Rahima', bloodGroup: 'O+' } as const;
  const sealed = await sealBox(key, JSON.stringify(details), sealingContext(visit));
  for (const now of ['2026-11-30T23:00:00Z', '2026-12-08T00:00:00Z', '2026-10-31T23:59:59Z']) {
    time.now = Date.parse(now);
    expect(await open({ ...visit, sealed, keyId }), now).toEqual({ ...visit, ...details });
  }
  time.now = Date.parse('2027-01-01T00:00:00Z');
  await expect(open({ ...visit, sealed, keyId })).rejects.toMatchObject({ code: 'unreadable-walk-in' });
  // A request cannot create a secret for a month of its choice.
  await expect(open({ ...visit, sealed, keyId: 1 })).rejects.toMatchObject({ code: 'unreadable-walk-in' });
  expect([...secrets.keys()]).toEqual(['sealing-key-2026-11']);
});

test('a sealed walk-in keeps a phone number of the country, and is not lost with another one', async () => {
  const { readPublicKey, open, site } = createTestSealing('2026-11-30T12:00:00Z');
  const { keyId, ...key } = await readPublicKey();
  const visit = { centerId: 'c1', operationId: 'one' };
  const phoneOf = async (phone: string) => {
    const details = { name: 'Rahima', bloodGroup: 'O+', phone };
    const sealed = await sealBox(key, JSON.stringify(details), sealingContext(visit));
    return (await open({ ...visit, sealed, keyId })).phone;
  };
  expect(await phoneOf('01712345678')).toBe('01712345678');
  expect(await phoneOf('123')).toBeUndefined();
  site.country = 'SN';
  expect(await phoneOf(' 77 123 45 67 ')).toBe('+221771234567');
  expect(await phoneOf('77 123')).toBeUndefined();
});
