import { test as base } from 'vitest';

/**
 * Returns a `test` function that passes a new resource of `open` to each test with a parameter, and disposes
 * of the resource afterwards.
 */
export function testWith<T extends AsyncDisposable>(open: () => Promise<T>) {
  return (title: string, test: (resource: T) => Promise<void> | void) =>
    base(title, async () => {
      if (test.length === 0) return (test as () => Promise<void> | void)();
      await using resource = await open();
      await test(resource);
    });
}
