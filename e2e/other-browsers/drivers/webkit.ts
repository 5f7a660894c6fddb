import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '#platform/testing/ports.ts';
import type { Browser, DisplaySettings, Driver, Key } from './driver.ts';
import { findProgram, startProcess } from './process.ts';
import { connectWebDriver, ELEMENT_KEY } from './webdriver.ts';

const windowScript = fileURLToPath(new URL('webkit-window.gjs', import.meta.url));

/** An installed WebKitGTK on a virtual screen, controlled with WebDriver. */
export const webkit: Browser = {
  name: 'WebKit',
  missing() {
    const programs = ['WebKitWebDriver', 'gjs', 'Xvfb', 'stdbuf'].filter((program) => !findProgram(program));
    return programs.length > 0 || hasBindings() ? programs : ['gir1.2-webkit2-4.1'];
  },
  open: openWebKit,
};

/** Returns whether gjs can load WebKitGTK, whose bindings are a separate package. */
const hasBindings = (): boolean =>
  spawnSync('gjs', ['-c', "imports.gi.versions.WebKit2 = '4.1'; imports.gi.WebKit2;"]).status === 0;

async function openWebKit({ width, height, colorScheme }: DisplaySettings): Promise<Driver> {
  const folder = mkdtempSync(join(tmpdir(), 'blood-buddies-webkit-'));
  const logFile = join(folder, 'console.log');
  const screenArgs = ['-displayfd', '1', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp'];
  const screen = startProcess('Xvfb', screenArgs);
  const processes = [screen];
  const cleanUp = async () => {
    for (const child of processes.reverse()) await child.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  };
  try {
    const [, display] = await screen.untilOutput(/^(\d+)\n/m);
    const port = await freePort();
    processes.push(
      startProcess('WebKitWebDriver', [`--port=${port}`], { DISPLAY: `:${display}`, GDK_BACKEND: 'x11' }),
    );
    // WebKitWebDriver hides the browser's output. Write it to a file, line-buffered (stdbuf), so that the
    // last line is never missing.
    const command = 'exec stdbuf -oL gjs "$@" >"$0" 2>&1';
    const { send, end } = await connectWebDriver(`http://127.0.0.1:${port}`, {
      'webkitgtk:browserOptions': {
        binary: '/bin/sh',
        args: ['-c', command, logFile, windowScript, join(folder, 'data'), colorScheme],
      },
    });
    await send('POST', '/window/rect', { x: 0, y: 0, width, height });
    const act = async (source: object) => void (await send('POST', '/actions', { actions: [source] }));
    return {
      goto: async (url) => void (await send('POST', '/url', { url })),
      async evaluate(expression) {
        const body = { script: `return JSON.stringify(${expression})`, args: [] };
        const value = await send<string | null>('POST', '/execute/sync', body);
        return value === null ? undefined : JSON.parse(value);
      },
      async click(x, y) {
        // Move and press are separate commands: under load WebKit loses a press that is sent with the move.
        await act(mouse({ type: 'pointerMove', x, y, duration: 0 }));
        await act(mouse({ type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }));
      },
      press: (key) => act(keyboard(keys[key])),
      type: (text) => act(keyboard(...text)),
      async wheel(x, y, deltaY) {
        // Each turn needs a new id: WebKit ignores an identical action of the same source.
        const actions = [{ type: 'scroll', x, y, deltaX: 0, deltaY, duration: 0 }];
        await act({ type: 'wheel', id: randomUUID(), actions });
      },
      async setInputFiles(selector, paths) {
        const element = await send<Record<string, string>>('POST', '/element', {
          using: 'css selector',
          value: selector,
        });
        await send('POST', `/element/${element[ELEMENT_KEY]}/value`, { text: paths.join('\n') });
      },
      screenshot: async () => Buffer.from(await send<string>('GET', '/screenshot'), 'base64'),
      consoleErrors: () => readFileSync(logFile, 'utf8').split('\n').filter(isError),
      async close() {
        await end();
        await cleanUp();
      },
    };
  } catch (error) {
    await cleanUp();
    throw error;
  }
}

/** Key codes defined by the WebDriver recommendation. */
const keys: Record<Key, string> = {
  Tab: '\uE004',
  Enter: '\uE006',
  Escape: '\uE00C',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
};

const mouse = (...actions: object[]) => ({
  type: 'pointer',
  id: 'mouse',
  parameters: { pointerType: 'mouse' },
  actions,
});

const keyboard = (...values: string[]) => ({
  type: 'key',
  id: 'keyboard',
  actions: values.flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]),
});

/** Matches lines such as `http://localhost/:10:15: CONSOLE JS ERROR TypeError: ...`. */
const isError = (line: string): boolean =>
  /\bCONSOLE ([A-Z]+ )*ERROR\b/.test(line) && !canceledFetchError.test(line);

/** The message that WebKit logs when navigation cancels a same-origin fetch, which is not an error. */
const canceledFetchError =
  /^(https?:\/\/[^/]+)\/\S* CONSOLE JS ERROR Fetch API cannot load \1\/\S+ due to access control checks\.$/;
