import { expect, test } from 'vitest';
import { onBothDatabases } from '../testing/databases.ts';
import { createDatabaseLimiters, createMemoryLimiters } from './rate-limits.ts';
import { createTextLimits } from './text-limits.ts';

const phone = (n: number) => `+88017${10_000_000 + n}`;

/** Counts texts in turn until one is beyond a limit. Returns how many were within the limits. */
async function countUntilLimit(count: (n: number) => Promise<unknown>): Promise<number> {
  for (let n = 0; n < 2000; n += 1) if (await count(n)) return n;
  throw new Error('There is no limit.');
}

onBothDatabases([], (open) => {
  test('texts of all kinds share the limits of a day to a number and of an account, also after a restart', async () => {
    await using database = await open();
    const start = () => createTextLimits(createDatabaseLimiters(database.db), 500);
    const [before, after] = [start(), start()];
    const code = { phoneNumber: phone(1), requester: { address: 'stranger', callingCode: '880' } };
    for (let n = 0; n < 3; n += 1) expect(await before(code)).toBeUndefined();
    const offer = { phoneNumber: phone(1), accountId: 'rahim' };
    expect(await countUntilLimit(() => after(offer))).toBe(2);
    expect(await before(code)).toMatchObject({ msBeforeNext: expect.any(Number) });
    expect(await countUntilLimit((n) => after({ ...offer, phoneNumber: phone(n + 2) }))).toBe(8);
  });

  test('concurrent texts do not exceed the limit', async () => {
    await using database = await open();
    const counts = [1, 2].map(() => createTextLimits(createDatabaseLimiters(database.db), 500));
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, n) => counts[n % 2]?.({ phoneNumber: phone(1) })),
    );
    expect(results.filter((exhausted) => !exhausted)).toHaveLength(5);
  });
});

test('the total is a setting; a fifth of it is only for second factors', async () => {
  const count = createTextLimits(createMemoryLimiters(), 50);
  expect(await countUntilLimit((n) => count({ phoneNumber: phone(n) }))).toBe(40);
  const secondFactor = (n: number) => count({ phoneNumber: phone(n), isSecondFactor: true });
  expect(await countUntilLimit(secondFactor)).toBe(10);
});

test('a number gets five texts a day, and one more of a second factor, which strangers cannot use up', async () => {
  const count = createTextLimits(createMemoryLimiters(), 500);
  const text = { phoneNumber: phone(1), requester: { address: 'stranger', callingCode: '880' } };
  expect(await countUntilLimit(() => count(text))).toBe(5);
  const owner = { address: 'owner', callingCode: '880' };
  const secondFactor = { ...text, requester: owner, isSecondFactor: true };
  expect(await countUntilLimit(() => count(secondFactor))).toBe(1);
  expect(await countUntilLimit(() => count({ ...secondFactor, phoneNumber: phone(2) }))).toBe(6);
  expect(await count({ ...text, phoneNumber: phone(2) })).toBeDefined();
});
