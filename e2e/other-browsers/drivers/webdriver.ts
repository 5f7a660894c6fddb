import { setTimeout } from 'node:timers/promises';

/** The property that identifies an element in WebDriver responses (W3C recommendation). */
export const ELEMENT_KEY = 'element-6066-11e4-a52e-4f735466cecf';

const TIMEOUT_MS = 60_000;
const POLL_MS = 30;

type Send = <Value = unknown>(method: string, path: string, body?: object) => Promise<Value>;

/** Starts a W3C WebDriver session. The paths passed to `send` are relative to the session's URL. */
export async function connectWebDriver(
  url: string,
  capabilities: object,
): Promise<{ send: Send; end(): Promise<void> }> {
  await untilListening(url);
  const { sessionId } = await request<{ sessionId: string }>('POST', `${url}/session`, {
    capabilities: { alwaysMatch: capabilities },
  });
  const session = `${url}/session/${sessionId}`;
  return {
    send: (method, path, body) => request(method, session + path, body),
    // Ignores errors, because the browser may have exited with its window.
    end: () => request<void>('DELETE', session).catch(() => undefined),
  };
}

async function request<Value>(method: string, url: string, body?: object): Promise<Value> {
  const response = await fetch(url, {
    method,
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const { value } = (await response.json()) as { value: Value };
  if (!response.ok) throw new Error(`${method} ${new URL(url).pathname}: ${JSON.stringify(value)}`);
  return value;
}

async function untilListening(url: string): Promise<void> {
  const deadline = AbortSignal.timeout(TIMEOUT_MS);
  while (
    !(await fetch(`${url}/status`, { signal: deadline }).then(
      (response) => response.ok,
      () => false,
    ))
  ) {
    deadline.throwIfAborted();
    await setTimeout(POLL_MS);
  }
}
