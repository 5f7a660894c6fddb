import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { schemaResolver } from './schema-resolver.ts';

test('returns the parsed values, or the first issue of each invalid field, even of a nested one', async () => {
  const schema = z.object({
    name: z.string().check(z.minLength(2, 'Enter your name'), z.regex(/^\w/, 'Begin with a letter')),
    dose: z.object({ day: z.string().check(z.minLength(1, 'Enter a day')) }),
  });
  const resolve = (values: z.input<typeof schema>) =>
    schemaResolver(schema)(values, undefined, { fields: {}, shouldUseNativeValidation: false });
  expect(await resolve({ name: 'Rahim', dose: { day: '1' } })).toEqual({
    values: { name: 'Rahim', dose: { day: '1' } },
    errors: {},
  });
  expect(await resolve({ name: '', dose: { day: '' } })).toMatchObject({
    values: {},
    errors: { name: { message: 'Enter your name' }, dose: { day: { message: 'Enter a day' } } },
  });
});
