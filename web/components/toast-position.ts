type Box = Pick<DOMRect, 'top' | 'right' | 'bottom' | 'left'>;

/** With the close button of a toast, which extends over its edge, and the outline of the focused element. */
export const GAP = 16;

/**
 * Returns the distance from the top of the window at which toasts do not cover the focused element: the default, or
 * below the element, or above it. An element that leaves no room keeps the default.
 * @param toasts the place of the toasts at the default distance
 * @param area the part of the window without the top bar, whose buttons stay free
 */
export function toastTop(toasts: Box, focused: Box | undefined, area: Pick<Box, 'top' | 'bottom'>): number {
  if (!focused || !overlap(toasts, focused)) return toasts.top;
  const height = toasts.bottom - toasts.top;
  const below = focused.bottom + GAP;
  const above = focused.top - GAP - height;
  if (below + height <= area.bottom) return below;
  return above >= area.top ? above : toasts.top;
}

const overlap = (one: Box, other: Box): boolean =>
  one.top - GAP < other.bottom &&
  other.top - GAP < one.bottom &&
  one.left < other.right &&
  other.left < one.right;
