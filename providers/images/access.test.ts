import { expect, test } from 'vitest';
import { isAdministrator } from './access.ts';

const bringing = (authorization?: string) =>
  new Request('http://localhost/images/1/upload', { headers: authorization ? { authorization } : {} });

test('the administrator is whoever brings the whole token as a bearer', () => {
  expect(isAdministrator(bringing('Bearer token'), 'token')).toBe(true);
  for (const other of [undefined, 'token', 'Bearer', 'Bearer toke', 'Bearer token2', 'Basic token']) {
    expect(isAdministrator(bringing(other), 'token')).toBe(false);
  }
});
