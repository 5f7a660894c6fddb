import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Listening, listen } from '#platform/http/listen.ts';
import { superlinearGrowth } from '#platform/testing/growth.ts';
import { testLog } from '#platform/testing/log-collector.ts';
import type { Document } from './fuzz/fuzz.ts';
import { createBuiltPages } from './growth/built-pages.ts';
import {
  apiQueryTargets,
  headerTargets,
  pathTargets,
  queryTargets,
  uploadTargets,
} from './growth/head-targets.ts';
import { createSender } from './growth/http.ts';
import { apiTargets, cardTargets, identityTargets, importTargets, type Target } from './growth/targets.ts';
import { createTestApp, type Member, type TestApp, uploadPicture } from './test-app.ts';

const site = createBuiltPages();
let app: TestApp;
let listening: Listening;
let sender: ReturnType<typeof createSender>;
let member: Member;
let picture: string;
let document: Document;

beforeAll(async () => {
  const log = testLog({ level: 'info' });
  const environment = { RATE_LIMIT_SCALE: '1000000', TRUST_PROXY: 'loopback', IDENTITY_STRICT: 'on' };
  app = await createTestApp(environment, log, site);
  listening = await listen({ host: '127.0.0.1', port: 0, trustProxy: ['loopback'] });
  listening.serve(app.router, app.fastPath);
  sender = createSender(listening.address);
  member = await app.register('rahim@example.org');
  app.giveRole(member, 'owner');
  picture = new URL(await uploadPicture(app, member)).pathname;
  document = (await (await app.send('GET', '/api/openapi.json')).json()) as Document;
});
afterAll(async () => {
  sender[Symbol.dispose]();
  await listening.close();
  await app[Symbol.asyncDispose]();
  site[Symbol.dispose]();
});

/** Sizes of the texts. A text that is rejected at its full size may be processed at a smaller one. */
const SIZE_FACTORS = [1, 1 / 16];

/** Describes for each target the first text whose cost grows faster than its length. */
async function findSuperlinear(targets: readonly Target[]): Promise<string[]> {
  const results = [];
  for (const target of targets) results.push(await findFirstSuperlinear(target));
  return results.filter((result) => result !== undefined);
}

async function findFirstSuperlinear({ name, texts, maxBytes, send }: Target): Promise<string | undefined> {
  for (const factor of SIZE_FACTORS) {
    // Half of the texts are enough at the smaller size.
    for (const text of factor === 1 ? texts : texts.filter((_, index) => index % 2 === 1)) {
      const growth = await superlinearGrowth(
        (size) => send(text.generate(size)),
        Math.floor(maxBytes * factor),
      );
      if (growth) return `${name}: ${text.name} up to ${maxBytes * factor}: ${growth.ms.map(Math.round)} ms`;
    }
  }
  return undefined;
}

test('takes no more than linear time for a path or a query', { timeout: 600_000 }, async () => {
  const { send } = sender;
  const queries = [...queryTargets(send, picture), ...apiQueryTargets(send, document, member)];
  expect(await findSuperlinear([...pathTargets(send), ...queries])).toEqual([]);
});

test('takes no more than linear time for a header', { timeout: 600_000 }, async () => {
  expect(await findSuperlinear(headerTargets(sender.send, member, picture))).toEqual([]);
});

test('takes no more than linear time for a field or a body: /api', {
  timeout: 600_000,
}, async () => {
  expect(await findSuperlinear(apiTargets(app, document, member))).toEqual([]);
});

test('takes no more than linear time for the rows of an imported file', {
  timeout: 600_000,
}, async () => {
  expect(await findSuperlinear(importTargets(app, member))).toEqual([]);
});

test('takes no more than linear time for a field or a body: /identity', {
  timeout: 600_000,
}, async () => {
  expect(await findSuperlinear(identityTargets(app, member))).toEqual([]);
});

test('takes no more than linear time for a field or a body: /cards, /images', {
  timeout: 600_000,
}, async () => {
  expect(await findSuperlinear([...cardTargets(app), ...uploadTargets(app, member)])).toEqual([]);
});
