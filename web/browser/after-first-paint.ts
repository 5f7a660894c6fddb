/** Resolves after the next frame is painted, or immediately outside of a browser. */
export const afterNextPaint = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestAnimationFrame === 'undefined') resolve();
    else requestAnimationFrame(() => setTimeout(resolve));
  });

const PICTURE_TIMEOUT_MS = 4000;

/**
 * Waits until the first picture of the page has loaded or failed to load, at most 4 s, and then for the next
 * frame.
 */
export async function afterFirstContentfulPaint(): Promise<void> {
  await new Promise<void>((resolve) => {
    const onPicture = ({ target }: Event) => {
      if (target instanceof HTMLImageElement) resolve();
    };
    // These events do not bubble, so listen in the capture phase.
    for (const event of ['load', 'error']) document.addEventListener(event, onPicture, { capture: true });
    setTimeout(resolve, PICTURE_TIMEOUT_MS);
  });
  await afterNextPaint();
}
