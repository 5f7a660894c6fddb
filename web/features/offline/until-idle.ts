/** Patience with a page that never comes to rest, in ms. */
const longest = 5000;

/** Waits until the page has loaded and has nothing to do. */
export async function untilIdle(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((loaded) => addEventListener('load', loaded, { once: true }));
  await new Promise<void>((idle) => {
    // Safari knows no such callback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => idle(), { timeout: longest });
    else setTimeout(idle, 1000);
  });
}
