import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { memberRoutes } from './prefetch-routes.ts';

test.each(memberRoutes)('the route %s exists, so that its scripts can be prefetched', (id) => {
  expect(existsSync(new URL(`../${id}.tsx`, import.meta.url))).toBe(true);
});
