import { afterFirstPaint } from './after-first-paint.ts';

/** Ref callback that focuses an element which replaces the control just used, so that the focus is not lost. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus();

/** Ref callback that focuses an element only if the focus was lost, for changes that the user did not cause. */
export function restoreLostFocus(element: HTMLElement | null | undefined, options?: FocusOptions): void {
  if (!element || document.activeElement !== document.body) return;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus(options);
}

/**
 * Ref callback for a control that its own action may remove: then the focus moves to the nearest heading above it, unless the
 * action moves it elsewhere.
 */
export const keepFocusNearby = (control: HTMLElement | null) => () => {
  if (!control || document.activeElement !== control) return;
  const above = [...document.querySelectorAll<HTMLElement>('h1, h2, h3')]
    .filter((each) => each.compareDocumentPosition(control) === Node.DOCUMENT_POSITION_FOLLOWING)
    .reverse();
  void afterFirstPaint().then(() =>
    restoreLostFocus(
      above.find((each) => each.isConnected),
      { preventScroll: true },
    ),
  );
};

/** Effect that focuses the page's field with `data-first-focus` if nothing else has the focus. */
export function focusFirstField(): void {
  const field = document.querySelector<HTMLElement>(firstField);
  if (document.activeElement === document.body) field?.focus({ preventScroll: true });
}

export const firstField = 'main input[data-first-focus]';
