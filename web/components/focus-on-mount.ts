/** A ref for what takes the place of the control that was just used: without it the keyboard's place is lost. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus();

/** The same where a page changes by itself: only a focus that went with what was there is brought back. */
export function restoreLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus();
}
