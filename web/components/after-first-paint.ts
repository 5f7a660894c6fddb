/** Waits in a browser until the next frame is drawn; nowhere else. */
export const afterFirstPaint = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestAnimationFrame === 'undefined') resolve();
    else requestAnimationFrame(() => setTimeout(resolve));
  });

/** For a page whose pictures do not come, in ms. */
const longest = 4000;

/** Waits until the first picture of the page has come and is painted, but not for ever. */
export async function afterFirstPicture(): Promise<void> {
  await new Promise<void>((resolve) => {
    const look = ({ target }: Event) => {
      if (target instanceof HTMLImageElement) resolve();
    };
    // Neither event bubbles; on their way down they pass here.
    for (const event of ['load', 'error']) document.addEventListener(event, look, { capture: true });
    setTimeout(resolve, longest);
  });
  await afterFirstPaint();
}
