import { expect, test } from 'vitest';
import { toSetupError } from './disk-errors.ts';

const failure = (properties: object) => Object.assign(new Error('denied'), properties);

test.each([
  [
    failure({ code: 'EACCES', path: '/data/erased-accounts' }),
    'may not write /data/erased-accounts (denied)',
  ],
  [failure({ code: 'ERR_SQLITE_ERROR', errcode: 8 }), 'may not write the database file (denied)'],
  [failure({ code: 'ENOSPC' }), 'The disk is full'],
  [failure({ errcode: 11 }), 'The database file is damaged'],
])('an operator reads one line about a file that cannot be written: %s', (error, text) => {
  expect(toSetupError(error)).toMatchObject({ name: 'SetupError', message: expect.stringContaining(text) });
});

test('an error of a port is no error of a file', () => {
  const error = failure({ code: 'EACCES', syscall: 'listen', port: 80 });
  expect(toSetupError(error)).toBe(error);
});
