import { type RefObject, useEffect, useRef } from 'react';

/**
 * Returns the ref of a field that gets the keys typed outside of fields. A wired scanner types a pass and
 * Enter: a space or Enter would press the focused button.
 */
export function useScannerKeys(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const listen = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      // A space alone presses the button that a person has focused. A pass begins with another key.
      if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return;
      if (target instanceof Element && target.closest('input, textarea, select, dialog')) return;
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return field;
}

/** Removes the earlier text of the field before which a scanner typed a pass. */
export const startAtToken = (text: string): string => text.replace(/^.+(?=BB1:)/i, '');
