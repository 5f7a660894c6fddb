import { expect, test } from 'vitest';
import { readTextFile } from './read-text-file.ts';

const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');

test.each([
  ['UTF-8', Buffer.from('Café, ঢাকা')],
  ['UTF-8 with a byte order mark', Buffer.from('\uFEFFCafé, ঢাকা')],
  ['UTF-16, little endian', utf16('Café, ঢাকা')],
  ['UTF-16, big endian', utf16('Café, ঢাকা').swap16()],
])('reads %s', async (_, bytes) => {
  expect(await readTextFile(new Blob([new Uint8Array(bytes)]))).toBe('Café, ঢাকা');
});

test('says how to save a file in another encoding', async () => {
  const ansi = new Blob([new Uint8Array([0x43, 0x61, 0x66, 0xe9, 0x0d, 0x0a])]);
  await expect(readTextFile(ansi)).rejects.toThrow('save it as “CSV UTF-8”');
});
