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

const readScript = (html: string) =>
  html.split('<script type="module" async="">')[1]?.split('</script>')[0] ?? '';

test('the start script fetches all scripts in order', () => {
  const html = deferScripts(page);
  expect(html).not.toContain('<link');
  expect(html).toMatch(/^<p>words<\/p><script/);
  const script = readScript(html);
  expect(script).not.toMatch(/^import ["*]/m);
  const positions = [
    '["/assets/root.js"]',
    'await import("/assets/manifest.js")',
    'const route0 = await import("/assets/root.js")',
    '{"$&":route0}',
    'entry.js',
  ].map((part) => script.indexOf(part));
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  expect(positions).not.toContain(-1);
});

describe('no script is fetched', () => {
  /** Runs the start script in a fake browser whose events the test triggers. */
  function open(document: { hidden: boolean; readyState: string }) {
    const fetched: string[] = [];
    const on = { paint: () => {}, load: () => {}, frame: () => {} };
    const timers = new Map<number, () => void>();
    class PerformanceObserver {
      constructor(listener: () => void) {
        on.paint = listener;
      }
      observe = vi.fn();
    }
    const script = readScript(deferScripts(page)).replaceAll('import(', 'fetched(');
    runInNewContext(`(async () => { ${script} })()`, {
      document: {
        ...document,
        createElement: () => ({}),
        head: { append: ({ href }: { href: string }) => fetched.push(href) },
      },
      window: {},
      fetched: (href: string) => fetched.push(href),
      PerformanceObserver,
      requestAnimationFrame: (callback: () => void) => {
        on.frame = callback;
      },
      location: { pathname: '/' },
      removeEventListener: vi.fn(),
      addEventListener: (_: 'load', callback: () => void) => {
        on.load = callback;
      },
      setTimeout: (callback: () => void, ms: number) => timers.set(ms, callback),
    });
    const flush = () => new Promise((resolve) => setImmediate(resolve));
    return { fetched, on, timers, flush };
  }
  const everything = ['/assets/root.js', '/assets/manifest.js', '/assets/root.js', '/assets/entry.js'];

  test('until the first paint and the load event', async () => {
    const { fetched, on, flush } = open({ hidden: false, readyState: 'interactive' });
    on.frame();
    await flush();
    expect(fetched).toEqual([]);
    on.paint();
    await flush();
    expect(fetched).toEqual([]);
    on.load();
    await flush();
    expect(fetched).toEqual(everything);
  });

  test('until the first paint if the page is already loaded', async () => {
    const { fetched, on, flush } = open({ hidden: false, readyState: 'complete' });
    await flush();
    expect(fetched).toEqual([]);
    on.paint();
    await flush();
    expect(fetched).toEqual(everything);
  });

  test('after the timeouts without paint and load events', async () => {
    const { fetched, on, timers, flush } = open({ hidden: false, readyState: 'interactive' });
    on.frame();
    timers.get(500)?.();
    await flush();
    expect(fetched).toEqual([]);
    timers.get(1000)?.();
    await flush();
    expect(fetched).toEqual(everything);
  });

  test('later on a hidden page, which is not painted', async () => {
    const { fetched, flush } = open({ hidden: true, readyState: 'loading' });
    await flush();
    expect(fetched).toEqual(everything);
  });
});

test.each([
  ['another start script', page.replace(' async=""', '')],
  ['no module preloads', page.replace('modulepreload', 'preload')],
  ['another form of import', page.replace('import * as route0', 'import { route0 }')],
])('throws for %s', (_, html) => {
  expect(() => deferScripts(html)).toThrow('in another way now');
});
