/** Ref callback that focuses an element which replaces the control just used, so that the focus is not lost. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus();

/** Ref callback that focuses an element only if the focus was lost, for changes that the user did not cause. */
export function restoreLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus();
}

/** Effect that focuses the page's field with `data-first-focus` if nothing else has the focus. */
export function focusFirstField(): void {
  const field = document.querySelector<HTMLElement>(firstField);
  if (document.activeElement === document.body) field?.focus({ preventScroll: true });
}

export const firstField = 'main input[data-first-focus]';
