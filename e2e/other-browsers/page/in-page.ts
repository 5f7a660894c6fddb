/** Describes an element: the first visible match of the selector that also matches the given name or text. */
export type Target = {
  css: string;
  /** The whole `aria-label`, or the whole text of an element without one. */
  name?: string;
  /** A part of the `aria-label` or text. */
  has?: string;
  /** A part of the text of the surrounding table row. */
  row?: string;
};

export type Found = {
  count: number;
  text: string;
  value: string;
  /** The center of the element, in CSS pixels of the viewport. */
  x: number;
  y: number;
  /** A click on the center reaches the element, which neither moves nor is disabled. */
  isClickable: boolean;
  isFocused: boolean;
};

/** Finds an element. Its source text runs in the page, so it may use nothing else from this module. */
export function findInPage({ css, name, has, row }: Target, scroll: boolean): Found {
  const nameOf = (element: Element) =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/g, ' ').trim();
  const isVisible = (element: Element) =>
    element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible';
  const found = [...document.querySelectorAll<HTMLElement>(css)].filter(
    (element) =>
      isVisible(element) &&
      (name === undefined || nameOf(element) === name) &&
      (has === undefined || nameOf(element).includes(has)) &&
      (row === undefined || element.closest('tr')?.textContent?.includes(row)),
  );
  const [element] = found;
  if (!element) return { count: 0, text: '', value: '', x: 0, y: 0, isClickable: false, isFocused: false };
  const getCenter = () => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [Math.round(left + width / 2), Math.round(top + height / 2)] as const;
  };
  const isReached = () => {
    const topElement = document.elementFromPoint(...getCenter());
    return (
      topElement !== null &&
      (element.contains(topElement) || topElement.closest('label')?.control === element)
    );
  };
  if (scroll && !isReached())
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const [x, y] = getCenter();
  const isMoving = document
    .getAnimations()
    .some(
      ({ playState, effect }) =>
        playState === 'running' &&
        effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY &&
        (effect as KeyframeEffect | null)?.target?.contains(element),
    );
  const disabled = element.matches(':disabled, [aria-disabled=true]');
  return {
    count: found.length,
    text: (element.textContent ?? '').replace(/\s+/g, ' ').trim(),
    value: (element as HTMLInputElement).value ?? '',
    x,
    y,
    isClickable: isReached() && !isMoving && !disabled,
    isFocused: element === document.activeElement,
  };
}
