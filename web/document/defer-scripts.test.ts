import { runInNewContext } from 'node:vm';
import { describe, expect, test, vi } from 'vitest';
import { deferScripts } from './defer-scripts.ts';

const page = [
  '<link rel="modulepreload" href="/assets/root.js"/>',
  '<p>words</p>',
  '<script>texts.pipeThrough(new TextEncoderStream());</script>',
  '<script type="module" async="">import "/assets/manifest.js";\nimport * as route0 from "/assets/root.js";\n',
  'window.routes = {"$&":route0};\nimport("/assets/entry.js");</script>',
].join('');

const scriptOf = (written: string) =>
  written.split('<script type="module" async="">')[1]?.split('</script>')[0] ?? '';

test('everything is fetched by the start script alone, in turn', () => {
  const written = deferScripts(page);
  expect(written).not.toContain('<link');
  expect(written).toMatch(/^<p>words<\/p><script/);
  const script = scriptOf(written);
  expect(script).not.toMatch(/^import ["*]/m);
  const places = [
    '["/assets/root.js"]',
    'await import("/assets/manifest.js")',
    'const route0 = await import("/assets/root.js")',
    '{"$&":route0}',
    'entry.js',
  ].map((part) => script.indexOf(part));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
});

describe('nothing is fetched', () => {
  /** Runs the start script in a browser whose events happen when the test says so. */
  function open(document: { hidden: boolean; readyState: string }) {
    const fetched: string[] = [];
    const on = { paint: () => {}, load: () => {}, frame: () => {} };
    const timers = new Map<number, () => void>();
    class PerformanceObserver {
      constructor(told: () => void) {
        on.paint = told;
      }
      observe = vi.fn();
    }
    const script = scriptOf(deferScripts(page)).replaceAll('import(', 'fetched(');
    runInNewContext(`(async () => { ${script} })()`, {
      document: {
        ...document,
        createElement: () => ({}),
        head: { append: ({ href }: { href: string }) => fetched.push(href) },
      },
      window: {},
      fetched: (href: string) => fetched.push(href),
      PerformanceObserver,
      requestAnimationFrame: (act: () => void) => {
        on.frame = act;
      },
      addEventListener: (_: 'load', act: () => void) => {
        on.load = act;
      },
      setTimeout: (act: () => void, ms: number) => timers.set(ms, act),
    });
    const settled = () => new Promise((resolve) => setImmediate(resolve));
    return { fetched, on, timers, settled };
  }
  const everything = ['/assets/root.js', '/assets/manifest.js', '/assets/root.js', '/assets/entry.js'];

  test('until the page is seen and its first pictures have come', async () => {
    const { fetched, on, settled } = open({ hidden: false, readyState: 'interactive' });
    on.frame();
    await settled();
    expect(fetched).toEqual([]);
    on.paint();
    await settled();
    expect(fetched).toEqual([]);
    on.load();
    await settled();
    expect(fetched).toEqual(everything);
  });

  test('until it is seen, where all of it has come before', async () => {
    const { fetched, on, settled } = open({ hidden: false, readyState: 'complete' });
    await settled();
    expect(fetched).toEqual([]);
    on.paint();
    await settled();
    expect(fetched).toEqual(everything);
  });

  test('for so long, and no longer where nobody tells', async () => {
    const { fetched, on, timers, settled } = open({ hidden: false, readyState: 'interactive' });
    on.frame();
    timers.get(500)?.();
    await settled();
    expect(fetched).toEqual([]);
    timers.get(1000)?.();
    await settled();
    expect(fetched).toEqual(everything);
  });

  test('later, where nothing is painted meanwhile', async () => {
    const { fetched, settled } = open({ hidden: true, readyState: 'loading' });
    await settled();
    expect(fetched).toEqual(everything);
  });
});

test.each([
  ['another way of starting', page.replace(' async=""', '')],
  ['no scripts asked for early', page.replace('modulepreload', 'preload')],
  ['another way of importing', page.replace('import * as route0', 'import { route0 }')],
])('%s stops the build', (_, html) => {
  expect(() => deferScripts(html)).toThrow('in another way now');
});
