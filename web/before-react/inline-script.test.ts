import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { rewriteStartScript, showOldBrowserNotice } from './inline-script.ts';

const page = [
  '<script>window.data = texts.pipeThrough(new TextEncoderStream());</script>',
  '<script type="module" async="">import "/assets/manifest.js";\nimport * as route0 from "/assets/root.js";\n',
  'window.routes = {"root":route0};\n\nimport("/assets/entry.js");</script>',
].join('');

type Start = {
  missing?: string;
  isEmpty?: boolean;
  type?: string;
  onLine?: boolean;
  controller?: object;
  /** The connection comes back afterwards. */
  reconnects?: boolean;
  /** Whether the user has clicked or typed; undefined in old browsers. */
  isUsed?: boolean | undefined;
  /** The browser cancels the import because another page is opened. */
  isLeft?: boolean;
};

/** Runs the start script. `missing` cannot be fetched. Returns the loaded scripts and the other effects. */
async function start({
  missing,
  isEmpty = false,
  type = 'navigate',
  onLine = true,
  controller,
  reconnects = false,
  isUsed,
  isLeft = false,
}: Start = {}) {
  const html = rewriteStartScript(page, { isEmpty });
  const [, script = ''] = /<script type[^>]*>([\s\S]*)<\/script>/.exec(html) ?? [];
  const loaded: string[] = [];
  const reload = vi.fn();
  const listeners = new Map<string, () => void>();
  const notice = { hidden: true, setAttribute: () => {} };
  runInNewContext(script.replaceAll('import(', 'fetchModule('), {
    window: {},
    navigator: {
      onLine,
      serviceWorker: { controller },
      userActivation: isUsed === undefined ? undefined : { hasBeenActive: isUsed },
    },
    performance: { getEntriesByType: (kind: string) => (kind === 'navigation' ? [{ type }] : []) },
    location: { reload },
    addEventListener: (event: string, listener: () => void) => listeners.set(event, listener),
    removeEventListener: (event: string) => listeners.delete(event),
    document: { getElementById: (id: string) => (id === 'hydration-failed' ? notice : undefined) },
    fetchModule: async (path: string) => {
      if (path === missing && isLeft) listeners.get('beforeunload')?.();
      if (path === missing) throw new TypeError('Failed to fetch dynamically imported module');
      loaded.push(path);
    },
  });
  await new Promise((resolve) => setImmediate(resolve));
  if (reconnects) listeners.get('online')?.();
  const keepsListening = listeners.has('beforeunload');
  return { loaded, isNoticeShown: !notice.hidden, reloads: reload.mock.calls.length, keepsListening };
}

test('shows no notice if all scripts load', async () => {
  expect(await start()).toEqual({
    loaded: ['/assets/manifest.js', '/assets/root.js', '/assets/entry.js'],
    isNoticeShown: false,
    reloads: 0,
    keepsListening: false,
  });
});

test.each(['/assets/manifest.js', '/assets/root.js', '/assets/entry.js'])(
  'shows the notice if %s does not load',
  async (missing) => {
    expect(await start({ missing })).toMatchObject({ isNoticeShown: true, reloads: 0 });
  },
);

test('reloads an empty page once before it shows the notice; offline only if a service worker can respond', async () => {
  const empty = { missing: '/assets/root.js', isEmpty: true };
  for (const changes of [{}, { onLine: false, controller: {} }])
    expect(await start({ ...empty, ...changes })).toMatchObject({ isNoticeShown: false, reloads: 1 });
  for (const changes of [{ type: 'reload' }, { onLine: false }])
    expect(await start({ ...empty, ...changes })).toMatchObject({ isNoticeShown: true, reloads: 0 });
});

test('reloads a page with content once if it is certain that it is unused', async () => {
  const failed = { missing: '/assets/root.js' };
  expect(await start({ ...failed, isUsed: false })).toMatchObject({ isNoticeShown: false, reloads: 1 });
  for (const changes of [{ isUsed: true }, { isUsed: undefined }, { isUsed: false, type: 'reload' }])
    expect(await start({ ...failed, ...changes })).toMatchObject({ isNoticeShown: true, reloads: 0 });
});

test('does not reload a page that the user is leaving, which would cancel the navigation', async () => {
  for (const changes of [{ isEmpty: true }, { isUsed: false }])
    expect(await start({ missing: '/assets/root.js', isLeft: true, ...changes })).toMatchObject({
      reloads: 0,
      keepsListening: false,
    });
});

test('reloads an empty page when the connection is back; one with content keeps the typed text', async () => {
  const failed = { missing: '/assets/root.js', type: 'reload', onLine: false, reconnects: true };
  expect(await start({ ...failed, isEmpty: true })).toMatchObject({ isNoticeShown: true, reloads: 1 });
  expect(await start(failed)).toMatchObject({ isNoticeShown: true, reloads: 0 });
});

test('shows the notice in a browser without modules', () => {
  const notice = { hidden: true, setAttribute: () => {} };
  runInNewContext(showOldBrowserNotice, { document: { getElementById: () => notice } });
  expect(notice.hidden).toBe(false);
});

test('encodes the data of the page without TextEncoderStream', async () => {
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(rewriteStartScript(page)) ?? [];
  const window: { data?: ReadableStream<Uint8Array> } = {};
  const texts = new ReadableStream({
    start(controller) {
      for (const text of ['রক্ত ', 'blood']) controller.enqueue(text);
      controller.close();
    },
  });
  runInNewContext(script, { window, texts, TransformStream, TextEncoder });
  expect(await new Response(window.data).text()).toBe('রক্ত blood');
});

test.each([
  ['another encoder', page.replace('new TextEncoderStream()', 'encoder')],
  ['another start script', page.replace(' async=""', '')],
  ['another form of import', page.replace('import * as route0', 'import { route0 }')],
])('throws for %s', (_, html) => {
  expect(() => rewriteStartScript(html)).toThrow('in another way now');
});
