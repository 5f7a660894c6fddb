import { type RefObject, useEffect, useRef } from 'react';

/**
 * Returns the ref of a field that receives the keys typed outside of fields. A wired scanner types a pass and
 * Enter, and a space or Enter would otherwise press the focused button.
 */
export function useScannerKeys(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const listen = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      // A pass never begins with a space, and a space presses the button that a person has focused.
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

/** Removes the text that was in the field before a scanner typed a pass. */
export const startAtToken = (text: string): string => text.replace(/^.+(?=BB1:)/i, '');
