import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { throwForBrokenLink } from './broken-links.ts';

test("React Router's production build still has the one place that is replaced", () => {
  const [file = '', ...others] = globSync('node_modules/react-router/dist/production/**/routeModules.js');
  expect(others).toEqual([]);
  const written = throwForBrokenLink(readFileSync(file, 'utf8'));
  expect(written).toContain('name: "LostPart"');
  expect(written).not.toContain('location.reload');
});

test('another way of loading pages stops the build', () => {
  expect(() => throwForBrokenLink('location.assign(path);')).toThrow('see scripts/broken-links.ts');
});
