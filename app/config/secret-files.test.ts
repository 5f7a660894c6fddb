import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('reads a secret from a file, without the trailing line break', () => {
  const folder = mkdtempSync(join(tmpdir(), 'blood-buddies-secrets-'));
  const file = join(folder, 'key');
  writeFileSync(file, 'a key out of a vault\n');
  expect(readConfig({ SECRET_KEY_FILE: file }).secretKey).toBe('a key out of a vault');
  expect(() => readConfig({ SECRET_KEY_FILE: file, SECRET_KEY: 'another one, as long' })).toThrow(
    'SECRET_KEY and SECRET_KEY_FILE are both set: use one of them.',
  );
  // The error does not quote the secret.
  expect(() => readConfig({ DATABASE_URL_FILE: file })).toThrow(/^DATABASE_URL: use an address[^\n]+$/);
  writeFileSync(file, '\n');
  expect(() => readConfig({ SECRET_KEY_FILE: file })).toThrow(`SECRET_KEY_FILE: ${file} is empty.`);
  rmSync(folder, { recursive: true });
  expect(() => readConfig({ SECRET_KEY_FILE: file })).toThrow(
    `SECRET_KEY_FILE: ${file} cannot be read (ENOENT).`,
  );
  expect(readConfig({ SECRET_KEY_FILE: '' }).secretKey).toBeUndefined();
});
