import { expect, test } from 'vitest';
import { createAdmission } from './admission.ts';

function open({ whenBusy = 4, ever = 8 } = {}) {
  const loop = { busy: true };
  const admission = createAdmission({ isBusy: () => loop.busy }, { whenBusy, ever });
  const finish: (() => void)[] = [];
  const begin = (many: number) => {
    for (let n = 0; n < many; n += 1) {
      void admission.during(() => new Promise((resolve) => finish.push(resolve)));
    }
  };
  const end = async (many: number) => {
    for (const done of finish.splice(0, many)) done();
    await new Promise(setImmediate);
  };
  return { admission, loop, begin, end };
}

test('many under way are no overload while the event loop has idle time', () => {
  const { admission, loop, begin } = open();
  loop.busy = false;
  begin(7);
  expect(admission.isOpen()).toBe(true);
  loop.busy = true;
  expect(admission.isOpen()).toBe(false);
});

test('a busy event loop alone is no overload: few wait for it', () => {
  const { admission, begin } = open();
  begin(3);
  expect(admission.isOpen()).toBe(true);
  begin(1);
  expect(admission.isOpen()).toBe(false);
});

test('more than the upper bound never come in, whatever they wait for', async () => {
  const { admission, loop, begin, end } = open();
  loop.busy = false;
  begin(8);
  expect(admission.isOpen()).toBe(false);
  await end(2);
  expect(admission.isOpen()).toBe(false);
  await end(1);
  expect(admission.isOpen()).toBe(true);
});

test('it opens again by itself, and not with the first one that is done', async () => {
  const { admission, begin, end } = open();
  begin(4);
  expect(admission.isOpen()).toBe(false);
  expect(admission.isOpen()).toBe(false);
  await end(1);
  expect(admission.isOpen()).toBe(false);
  await end(1);
  expect(admission.isOpen()).toBe(true);
  begin(1);
  expect(admission.isOpen()).toBe(true);
});

test('work that fails is done, too', async () => {
  const { admission } = open({ whenBusy: 1 });
  const failing = admission.during(() => Promise.reject(new Error('broken')));
  expect(admission.isOpen()).toBe(false);
  await expect(failing).rejects.toThrow('broken');
  expect(admission.isOpen()).toBe(true);
});
