import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '#server/endpoints.ts';
import { openFuzzedApp } from './fuzz/fuzz.ts';

/** 10,000 over all calls, drawn anew in each run. */
const RUNS = Math.ceil(10_000 / endpoints.length);
/** Where none of them succeeds, as many are drawn again. */
const MAX_ROUNDS = 20;

let app: Awaited<ReturnType<typeof openFuzzedApp>>;
beforeAll(async () => {
  app = await openFuzzedApp();
});
afterAll(() => app[Symbol.asyncDispose]());

test('the published document is OpenAPI as others read it, and has every call', async () => {
  expect(await new Validator().validate(app.document)).toMatchObject({ valid: true });
  expect(app.calls).toHaveLength(endpoints.length);
});

test.each(endpoints.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`))(
  '%s: whatever comes, no fault of ours, no hang, no change by what is refused, no answer beside its schema',
  { timeout: 600_000 },
  async (name) => {
    const call = app.calls.find((each) => each.name === name);
    if (!call) throw new Error(`${name} is not published.`);
    // What never succeeds has been tried at its door only.
    const mustSucceed = !['POST /stripe/webhook', 'POST /identity/ended-sessions'].includes(name);
    let hasSucceeded = false;
    for (let round = 0; round === 0 || (mustSucceed && !hasSucceeded && round < MAX_ROUNDS); round += 1) {
      const answered = await app.fuzz(call, { runs: RUNS });
      hasSucceeded = [...answered.keys()].some((status) => status < 400);
    }
    if (mustSucceed) expect(hasSucceeded).toBe(true);
  },
);
