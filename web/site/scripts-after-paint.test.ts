import { expect, test } from 'vitest';
import { scriptsAfterPaint } from './scripts-after-paint.ts';

const page = [
  '<link rel="modulepreload" href="/assets/root.js"/>',
  '<p>words</p>',
  '<script type="module" async="">import "/assets/manifest.js";\nimport * as route0 from "/assets/root.js";\n',
  'window.routes = {"$&":route0};\nimport("/assets/entry.js");</script>',
].join('');

test('nothing is fetched until the page has been painted, then everything at once', () => {
  const written = scriptsAfterPaint(page);
  expect(written).not.toContain('<link');
  expect(written).not.toMatch(/^import ["*]/m);
  const [words, script = ''] = written.split('<script type="module" async="">');
  expect(words).toBe('<p>words</p>');
  const inTurn = ['requestAnimationFrame', '["/assets/root.js"]', 'await import("/assets/manifest.js")'];
  const places = [
    ...inTurn,
    'const route0 = await import("/assets/root.js")',
    '{"$&":route0}',
    'entry.js',
  ].map((part) => script.indexOf(part));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
});

test.each([
  ['another way of starting', page.replace(' async=""', '')],
  ['no scripts asked for early', page.replace('modulepreload', 'preload')],
  ['another way of importing', page.replace('import * as route0', 'import { route0 }')],
])('%s stops the build', (_, html) => {
  expect(() => scriptsAfterPaint(html)).toThrow('in another way now');
});
