import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectBidi } from './bidi.ts';
import type { Browser, DisplaySettings, Driver } from './driver.ts';
import { isInstalled, startProcess } from './process.ts';

const programs = ['firefox-esr', 'firefox'];

/** An installed Firefox in headless mode, controlled with WebDriver BiDi. */
export const firefox: Browser = {
  name: 'Firefox',
  missing: () => (programs.some(isInstalled) ? [] : ['firefox-esr']),
  open: openFirefox,
};

type LogEntry = { level: string; text: string; stackTrace?: { callFrames: { url: string }[] } };
type Response = { response: { url: string; status: number } };

async function openFirefox({ width, height, colorScheme }: DisplaySettings): Promise<Driver> {
  const profile = mkdtempSync(join(tmpdir(), 'blood-buddies-firefox-'));
  writeFileSync(join(profile, 'user.js'), preferences(colorScheme));
  const program = programs.find(isInstalled) ?? 'firefox-esr';
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const browser = startProcess(program, args, { MOZ_CRASHREPORTER_DISABLE: '1' });
  const errors: string[] = [];
  try {
    const [, url] = await browser.untilOutput(/WebDriver BiDi listening on (ws:\/\/\S+)/);
    const { send, close } = await connectBidi(`${url}/session`, (method, params) => {
      if (method === 'log.entryAdded') recordLogEntry(params as LogEntry, errors);
      if (method === 'network.responseCompleted') recordResponse(params as Response, errors);
    });
    await send('session.new', { capabilities: {} });
    // The first tab never has the focus: it receives no focus events, and Enter does not press buttons.
    const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab' });
    await send('session.subscribe', { events: ['log.entryAdded', 'network.responseCompleted'] });
    await send('browsingContext.setViewport', { context, viewport: { width, height } });
    const target = { context };
    return {
      async navigate(address) {
        await send('browsingContext.navigate', { context, url: address, wait: 'complete' });
      },
      async evaluate(expression) {
        const { type, result, exceptionDetails } = await send<Evaluated>('script.evaluate', {
          expression: `JSON.stringify(${expression})`,
          target,
          awaitPromise: false,
        });
        if (type === 'exception') throw new Error(exceptionDetails?.text);
        return result?.value === undefined ? undefined : JSON.parse(result.value);
      },
      performActions: async (actions) => void (await send('input.performActions', { context, actions })),
      async chooseFiles(selector, files) {
        const { nodes } = await send<{ nodes: { sharedId: string }[] }>('browsingContext.locateNodes', {
          context,
          locator: { type: 'css', value: selector },
        });
        await send('input.setFiles', { context, element: { sharedId: nodes[0]?.sharedId }, files });
      },
      async screenshot() {
        const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context });
        return Buffer.from(data, 'base64');
      },
      consoleErrors: () => errors,
      async close() {
        close();
        await cleanUp();
      },
    };
  } catch (error) {
    await cleanUp();
    throw error;
  }

  async function cleanUp() {
    await browser.stop();
    rmSync(profile, { recursive: true, force: true, maxRetries: 20 });
  }
}

type Evaluated = { type: string; result?: { value?: string }; exceptionDetails?: { text: string } };

function recordLogEntry({ level, text, stackTrace }: LogEntry, errors: string[]): void {
  if (level === 'error') errors.push(`${text} (${stackTrace?.callFrames[0]?.url ?? 'no script'})`);
}

/** Chromium and WebKit report failed requests in their console; Firefox does not. */
function recordResponse({ response: { url, status } }: Response, errors: string[]): void {
  if (status >= 400) errors.push(`The server responded with a status of ${status} (${url})`);
}

/** Turns off background traffic, which a closed network would slow down. */
const preferences = (colorScheme: DisplaySettings['colorScheme']): string =>
  Object.entries({
    'layout.css.prefers-color-scheme.content-override': colorScheme === 'dark' ? 0 : 1,
    'datareporting.policy.dataSubmissionEnabled': false,
    'toolkit.telemetry.enabled': false,
    'app.normandy.enabled': false,
    'app.update.enabled': false,
    'browser.aboutwelcome.enabled': false,
    'browser.safebrowsing.update.enabled': false,
    'browser.search.update': false,
    'browser.shell.checkDefaultBrowser': false,
    'browser.topsites.contile.enabled': false,
    'captivedetect.canonicalURL': '',
    'extensions.update.enabled': false,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    'services.settings.server': 'data:,#remote-settings-dummy/v1',
    'signon.rememberSignons': false,
  })
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('');
