import { type RefObject, useEffect, useRef } from 'react';

/**
 * When what has the focus leaves the list, the keyboard goes on from its row, from the row that takes its place, or
 * from the file input when none is left.
 */
export function useKeptFocus(list: RefObject<HTMLUListElement | null>, focusInput: () => void): void {
  const held = useRef<{ element: Element; row: number }>(undefined);

  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const row = rowsOf(list).findIndex((each) => each.contains(target as Node));
      held.current = row < 0 ? undefined : { element: target as Element, row };
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [list]);

  useEffect(() => {
    if (!held.current || held.current.element.isConnected) return;
    const rows = rowsOf(list);
    const next = rows[Math.min(held.current.row, rows.length - 1)];
    held.current = undefined;
    if (document.activeElement !== document.body) return;
    if (next) next.querySelector<HTMLElement>('[role=group]')?.focus();
    else focusInput();
  });
}

const rowsOf = (list: RefObject<HTMLUListElement | null>): Element[] => [...(list.current?.children ?? [])];
