import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawDataModel } from './data-model.ts';
import { inRoot } from './set-up/paths.mjs';

test('the picture of the tables is up to date; otherwise run `npm run data-model`', async () => {
  expect(readFileSync(inRoot('docs', 'data-model.svg'), 'utf8')).toBe(await drawDataModel());
});
