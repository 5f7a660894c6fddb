/** Which element is meant: the first visible one with this selector and, where given, this name or text. */
export type Target = {
  css: string;
  /** Its whole `aria-label`, or else its whole text. */
  name?: string;
  /** A part of the same. */
  has?: string;
  /** A part of the text of the table row around it. */
  row?: string;
};

export type Found = {
  count: number;
  text: string;
  value: string;
  /** The middle of the element, in CSS pixels of the window. */
  x: number;
  y: number;
  /** A click in the middle reaches the element, which neither moves nor is disabled. */
  clickable: boolean;
  focused: boolean;
};

/** Runs in the page, by its source text: it may use nothing from this module. */
export function find({ css, name, has, row }: Target, scroll: boolean): Found {
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
  if (!element) return { count: 0, text: '', value: '', x: 0, y: 0, clickable: false, focused: false };
  const middle = () => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [Math.round(left + width / 2), Math.round(top + height / 2)] as const;
  };
  const isReached = () => {
    const hit = document.elementFromPoint(...middle());
    return hit !== null && (element.contains(hit) || hit.closest('label')?.control === element);
  };
  if (scroll && !isReached())
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const [x, y] = middle();
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
    clickable: isReached() && !isMoving && !disabled,
    focused: element === document.activeElement,
  };
}
