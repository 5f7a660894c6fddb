import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { patchRouteModules } from './broken-links.ts';

test("React Router's production build still contains the code that is replaced", () => {
  const [file = '', ...others] = globSync('node_modules/react-router/dist/production/**/routeModules.js');
  expect(others).toEqual([]);
  const code = patchRouteModules(readFileSync(file, 'utf8'));
  expect(code).toContain('name: "ChunkLoadError"');
  expect(code).not.toContain('location.reload');
});

test('fails the build when React Router loads pages in another way', () => {
  expect(() => patchRouteModules('location.assign(path);')).toThrow('see scripts/broken-links.ts');
});
