import { expect, test } from 'vitest';
import { ApiError } from '#web/api/errors.ts';
import { explainRejection } from './operation-errors.ts';

test.each([
  ['for door staff', new ApiError(404, 'not-found', 'Not found.')],
  ['for others', new ApiError(422, 'invalid-fields', '', { status: 'This appointment is on a later day' })],
])('the error for a moved appointment says to add the donor as a walk-in: %s', (_, error) => {
  expect(explainRejection(error)).toContain('add them as a walk-in');
});
