import { expect, test } from 'vitest';
import { delayReload, waitForPayments } from './delay-reload.ts';

test('a reload waits for the payments in progress, even if they fail', async () => {
  await waitForPayments();
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const [paid, declined] = [delayReload(first.promise), delayReload(second.promise)];
  let isFree = false;
  const waited = waitForPayments().then(() => {
    isFree = true;
  });
  first.resolve('paid');
  expect(await paid).toBe('paid');
  expect(isFree).toBe(false);
  second.reject(new Error('declined'));
  await expect(declined).rejects.toThrow('declined');
  await waited;
  await waitForPayments();
});
