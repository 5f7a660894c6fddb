import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '#server/endpoints.ts';
import { COMMIT_SEED } from './commit-seed.ts';
import { openFuzzedApp } from './fuzz/fuzz.ts';

/** Requests for each operation, about 5,000 in all. */
const RUNS = Math.ceil(5000 / endpoints.length);
/** How often requests to an operation are repeated with valid values, as long as none has succeeded. */
const MAX_REPEATS = 20;

let app: Awaited<ReturnType<typeof openFuzzedApp>>;
beforeAll(async () => {
  app = await openFuzzedApp();
});
afterAll(() => app[Symbol.asyncDispose]());

test('the API document is valid OpenAPI and has every operation', async () => {
  expect(await new Validator().validate(app.document)).toMatchObject({ valid: true });
  expect(app.calls).toHaveLength(endpoints.length);
});

test.each(endpoints.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`))(
  '%s has no server error, no hang, no change by a rejected request and no response outside its schema',
  { timeout: 600_000 },
  async (name) => {
    const call = app.calls.find((candidate) => candidate.name === name);
    if (!call) throw new Error(`${name} is not published.`);
    // Without a successful request, only the first checks of an operation would be tested. The operations
    // in `needsMore` cannot succeed, because they need a secret, BACKUP_DIR or another owner.
    const needsMore = [
      'POST /stripe/webhook',
      'POST /staff/accounts/{id}/deletion',
      'POST /staff/join',
      'POST /staff/backups',
      'POST /walk-ins/claim',
      'POST /staff/sealed-walk-ins',
    ];
    const mustSucceed = !needsMore.includes(name);
    let hasSucceeded = false;
    for (let round = 0; round === 0 || (mustSucceed && !hasSucceeded && round < MAX_REPEATS); round += 1) {
      const statuses = await app.fuzz(call, { runs: RUNS, seed: COMMIT_SEED + round, valid: round > 0 });
      hasSucceeded = [...statuses.keys()].some((status) => status < 400);
    }
    if (mustSucceed) expect(hasSucceeded).toBe(true);
  },
);
