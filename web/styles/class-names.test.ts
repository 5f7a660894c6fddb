import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '..');

// Styles of one page stay loaded on the next: a class with two definitions would mix them.
test('defines each class in one stylesheet only', () => {
  const files = globSync('**/*.css', { cwd: folder });
  expect(files).toContain(join('styles', 'base.css'));
  const filesByClass = new Map<string, Set<string>>();
  for (const file of files)
    for (const [, name = ''] of readFileSync(join(folder, file), 'utf8').matchAll(/^\.([\w-]+)(?=,| \{)/gm))
      filesByClass.set(name, (filesByClass.get(name) ?? new Set()).add(file));
  expect([...filesByClass].filter(([, { size }]) => size > 1)).toEqual([]);
});
