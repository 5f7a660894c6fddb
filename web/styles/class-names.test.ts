import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '..');

// Style that came for one page stays for the next: two meanings of a name would then draw over each other.
test('each class begins in one stylesheet', () => {
  const files = globSync('**/*.css', { cwd: folder });
  expect(files).toContain(join('styles', 'base.css'));
  const homes = new Map<string, Set<string>>();
  for (const file of files)
    for (const [, name = ''] of readFileSync(join(folder, file), 'utf8').matchAll(/^\.([\w-]+)(?=,| \{)/gm))
      homes.set(name, (homes.get(name) ?? new Set()).add(file));
  expect([...homes].filter(([, { size }]) => size > 1)).toEqual([]);
});
