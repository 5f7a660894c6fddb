import { afterNextPaint } from '#web/browser/after-first-paint.ts';

/** A ref callback. Focuses an element that replaces the control just used, so that the focus is not lost. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus();

/** The heading that received the focus in place of a removed control. */
let substitute: HTMLElement | undefined;

/** A ref callback. Focuses an element only if the focus was lost, for changes that the user did not cause. */
export function restoreLostFocus(element: HTMLElement | null): void {
  const { activeElement } = document;
  if (activeElement === document.body || activeElement === substitute) element?.focus();
}

/**
 * A ref callback for a control that its own action may remove. The focus then moves to the nearest heading
 * above the control, unless the action has moved the focus.
 */
export const keepFocusNearby = (control: HTMLElement | null) => () => {
  if (!control || document.activeElement !== control) return;
  // This range marks the position of the control, even after its removal.
  const position = new Range();
  position.selectNode(control);
  void afterNextPaint().then(() => {
    if (document.activeElement !== document.body) return;
    const headings = [...document.querySelectorAll<HTMLElement>('h1,h2,h3')];
    substitute = headings.filter((heading) => position.comparePoint(heading, 0) < 0).pop();
    if (!substitute) return;
    substitute.tabIndex = -1;
    substitute.focus({ preventScroll: true });
  });
};

/**
 * Focuses the page's field with `data-first-focus` if no other element has the focus. Call it in an effect.
 */
export function focusFirstField(): void {
  const field = document.querySelector<HTMLElement>(firstField);
  if (document.activeElement === document.body) field?.focus({ preventScroll: true });
}

export const firstField = 'main input[data-first-focus]';
