import { type MouseEvent, useRef } from 'react';

/**
 * A second tap in the same position within this time is assumed to be unintended, from a tremor or gloves.
 */
const REPEAT_MS = 600;
const SAME_POSITION_PX = 32;

/**
 * Returns a handler for `onClickCapture` that ignores the second of two taps in one position, where another
 * button may have appeared after the first. Clicks by keyboard have no position.
 */
export function useSingleTaps(): (event: MouseEvent) => void {
  const last = useRef({ x: 0, y: 0, at: Number.NEGATIVE_INFINITY });
  return (event) => {
    const { clientX: x, clientY: y, timeStamp: at, detail } = event;
    // In a calendar, repeated taps in one position go to the next months.
    if (detail === 0 || (event.target as Element).closest('dialog')) return;
    const { current } = last;
    last.current = { x, y, at };
    const isRepeated =
      at - current.at < REPEAT_MS && Math.hypot(x - current.x, y - current.y) < SAME_POSITION_PX;
    if (!isRepeated) return;
    event.preventDefault();
    event.stopPropagation();
  };
}
