import { expect, test } from 'vitest';
import { createSiteFolder } from './growth/site-folder.ts';
import { openTestHouse } from './house.ts';

test('pages and redirects share the limit of /api: 6,000 a minute and address', async () => {
  using site = createSiteFolder();
  // One request of the six is the test's own look at /api/config.
  await using house = await openTestHouse({ RATE_LIMIT_SCALE: '0.001' }, undefined, site.folder);
  const paths = ['/about', '/about/', '/nothing', '/bn/dashboard', '/robots.txt'];
  const statuses = [];
  for (const path of paths) statuses.push((await house.send('GET', path)).status);
  expect(statuses).toEqual([200, 308, 404, 200, 404]);

  for (const path of [...paths, '//example.org/']) {
    const refused = await house.send('GET', path);
    expect([path, refused.status]).toEqual([path, 429]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('cache-control')).toBe('no-store');
    expect(await refused.text()).toBe('Too many requests. Please wait a moment and try again.');
  }
  expect((await house.send('GET', '/api/photo?limit=3')).status).toBe(429);
  expect((await house.send('GET', '/healthz')).status).toBe(200);
});
