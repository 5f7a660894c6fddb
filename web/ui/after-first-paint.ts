/** Waits in a browser until the next frame is drawn; nowhere else. */
export const afterFirstPaint = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestAnimationFrame === 'undefined') resolve();
    else requestAnimationFrame(() => setTimeout(resolve));
  });
