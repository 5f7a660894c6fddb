import { expect, test } from 'vitest';
import type { PublicConfig } from '#contract/config.ts';
import { testLog } from '#platform/testing/log-collector.ts';
import type { Core } from '#server/core.ts';
import { createPageContent } from './page-content.ts';

/** A core whose database does not respond, or fails. */
function createContent(query: () => Promise<unknown>) {
  const chain: unknown = new Proxy({}, { get: (_, name) => (name === 'execute' ? query : () => chain) });
  const core = {
    db: chain,
    clock: Date.now,
    publicUrl: 'https://blood.example',
    log: testLog(),
    features: ['staff'],
  };
  const versions = { current: async () => String(await query()) };
  return createPageContent(core as unknown as Core, versions, {} as PublicConfig);
}

test.each([
  ['fails', () => Promise.reject(new Error('no database'))],
  ['does not respond', () => new Promise(() => {})],
])('a page is rendered without its content while the database %s', async (_, query) => {
  const content = createContent(query);
  expect(await content.readLists('en', '/centers')).toEqual({});
  expect(await content.versionOf('/centers')).toBe('');
  expect(await content.findMissing('/centers/1')).toBeUndefined();
  expect(await content.describeCenter('/centers/1')).toEqual({});
});

test('only pages that show a list depend on the database', async () => {
  const content = createContent(() => Promise.reject(new Error('no database')));
  expect(await content.readLists('en', '/about')).toEqual({});
  expect(await content.versionOf('/about')).toBe('');
  expect(await content.findMissing('/about')).toBeUndefined();
});
