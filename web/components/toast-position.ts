type Box = Pick<DOMRect, 'top' | 'right' | 'bottom' | 'left'>;

/**
 * Space around the toasts, in px. Covers the close button of a toast, which extends over its edge, and the
 * outline of the focused element.
 */
const GAP = 16;

type Page = {
  /** The bottom edge of the lowest bar, in px from the top of the window. */
  barsBottom: number;
  /** The bottom edge of the window, in px. */
  bottom: number;
  /** The focused control, with its label and error. */
  control?: Box | undefined;
  headings?: readonly Box[];
};

/**
 * Returns the distance from the top of the window at which toasts cover neither the focused control nor a
 * heading: below the bars, or over them. If toasts would cover the control in both positions, they are placed
 * below it, if there is room.
 * @param toasts their size and horizontal position
 */
export function toastTop(
  toasts: Pick<Box, 'left' | 'right'> & { height: number },
  { barsBottom, bottom, control, headings = [] }: Page,
): number {
  const covers = (box: Box, gap: number) => (top: number) =>
    top - gap < box.bottom &&
    box.top < top + toasts.height + gap &&
    toasts.left < box.right &&
    box.left < toasts.right;
  const belowBars = barsBottom + GAP;
  const tops = [belowBars, GAP].filter((top) => !control || !covers(control, GAP)(top));
  const top = tops.find((top) => !headings.some((heading) => covers(heading, 0)(top))) ?? tops.at(-1);
  if (top !== undefined || !control) return top ?? belowBars;
  const belowControl = control.bottom + GAP;
  return belowControl + toasts.height <= bottom ? belowControl : belowBars;
}
