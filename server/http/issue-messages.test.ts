// This import sets Zod's English messages, as it does in the card sandbox.
import 'zod';
import { expect, test } from 'vitest';
import type { ZodMiniType } from 'zod/mini';
import type { AppError } from '#platform/errors.ts';
import { endpoints } from '#server/endpoints.ts';
import { parseFields } from './route.ts';

const values = [undefined, null, '', 'x'.repeat(70_000), '\u202e', -1, 1.5, 1e9, true, {}, [], ['']];

function messagesOf(schema: ZodMiniType, value: unknown): string[] {
  try {
    parseFields(schema, value);
  } catch (error) {
    return Object.values((error as AppError).fields ?? {});
  }
  return [];
}

test.each(
  endpoints.flatMap(({ method, path, query, body }) =>
    [query, body].flatMap((schema) =>
      schema ? [[`${method} ${path}`, schema as ZodMiniType] as const] : [],
    ),
  ),
)('every message about the fields of %s says what to do', (_, schema) => {
  const { shape, in: input } = schema._zod.def as { shape?: object; in?: { shape?: object } };
  const names = Object.keys(shape ?? input?.shape ?? {});
  const messages = values.flatMap((value) => [
    ...messagesOf(schema, value),
    ...messagesOf(schema, Object.fromEntries(names.map((name) => [name, value]))),
  ]);
  for (const message of messages) expect(message).not.toMatch(/Invalid|expected|Too (big|small)|at least 1 /);
});

test('a value that is not in a list is answered with the list', () => {
  const appointment = endpoints.find(({ method, path }) => method === 'POST' && path === '/appointments');
  expect(messagesOf(appointment?.body as ZodMiniType, { bloodGroup: 'X' })).toContain(
    'Choose one of: A+, O+, B+, AB+, A-, O-, B-, AB-',
  );
});
