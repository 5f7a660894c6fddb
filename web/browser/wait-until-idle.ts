const IDLE_TIMEOUT_MS = 5000;

/** Waits until the page has loaded, then for `delayMs`, then until the browser is idle. */
export async function waitUntilIdle(delayMs = 0): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((loaded) => addEventListener('load', loaded, { once: true }));
  if (delayMs > 0) await new Promise((passed) => setTimeout(passed, delayMs));
  await new Promise<void>((idle) => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => idle(), { timeout: IDLE_TIMEOUT_MS });
    else setTimeout(idle, 1000);
  });
}
