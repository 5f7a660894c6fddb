import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { rewriteStartScript, showOldBrowserNotice } from './inline-script.ts';

const page = [
  '<script>window.data = texts.pipeThrough(new TextEncoderStream());</script>',
  '<script type="module" async="">import "/assets/manifest.js";\nimport * as route0 from "/assets/root.js";\n',
  'window.routes = {"root":route0};\n\nimport("/assets/entry.js");</script>',
].join('');

/** Runs the start script where `lost` cannot be fetched; gives what came, and whether the page says that it is not alive. */
async function start(lost?: string) {
  const [, script = ''] = /<script type[^>]*>([\s\S]*)<\/script>/.exec(rewriteStartScript(page)) ?? [];
  const came: string[] = [];
  const sentence = { hidden: true, setAttribute: () => {} };
  runInNewContext(script.replaceAll('import(', 'fetchModule('), {
    window: {},
    addEventListener: () => {},
    document: { getElementById: (id: string) => (id === 'not-alive' ? sentence : undefined) },
    fetchModule: async (path: string) => {
      if (path === lost) throw new TypeError('Failed to fetch dynamically imported module');
      came.push(path);
    },
  });
  await new Promise((resolve) => setImmediate(resolve));
  return { came, told: !sentence.hidden };
}

test('a page whose scripts come tells nothing', async () => {
  expect(await start()).toEqual({
    came: ['/assets/manifest.js', '/assets/root.js', '/assets/entry.js'],
    told: false,
  });
});

test.each(['/assets/manifest.js', '/assets/root.js', '/assets/entry.js'])(
  'a page without %s says that it is not alive',
  async (lost) => {
    expect(await start(lost)).toMatchObject({ told: true });
  },
);

test('a browser that knows no modules says so too', () => {
  const sentence = { hidden: true, setAttribute: () => {} };
  runInNewContext(showOldBrowserNotice, { document: { getElementById: () => sentence } });
  expect(sentence.hidden).toBe(false);
});

test('the data in the page is encoded where TextEncoderStream is unknown, too', async () => {
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
  ['another way of encoding', page.replace('new TextEncoderStream()', 'encoder')],
  ['another way of starting', page.replace(' async=""', '')],
  ['another way of importing', page.replace('import * as route0', 'import { route0 }')],
])('%s stops the build', (_, html) => {
  expect(() => rewriteStartScript(html)).toThrow('in another way now');
});
