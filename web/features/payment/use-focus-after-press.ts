import { useEffect, useRef } from 'react';
import type { CardEntry } from './charge.ts';
import type { CheckoutOutcome } from './outcome.ts';

type Shown = { outcome: CheckoutOutcome | undefined; busy: boolean; entry: CardEntry | undefined };
type Before = { /** The press was made before, and led over a bank's page. */ comesBack: boolean };

/**
 * After a press the focus goes where a person goes on: to the field that the error names, else to what is told.
 * `pressForCard` is for a press that brings the card fields: the first of them takes it once it can be used.
 */
export function useFocusAfterPress({ outcome, busy, entry }: Shown, { comesBack }: Before) {
  const told = useRef<HTMLDivElement>(null);
  const pressed = useRef<'for-card' | 'for-answer' | undefined>(comesBack ? 'for-answer' : undefined);

  useEffect(() => {
    if (busy) return;
    if (pressed.current === 'for-card') {
      entry?.focus('cardNumber');
      if (entry) pressed.current = undefined;
      return;
    }
    if (pressed.current === undefined) return;
    pressed.current = undefined;
    const field = outcome?.kind === 'declined' ? outcome.error.field : undefined;
    if (field) entry?.focus(field);
    else told.current?.focus();
  }, [outcome, busy, entry]);

  const marked = (as: 'for-card' | 'for-answer') => (act: () => void) => () => {
    pressed.current = as;
    act();
  };
  return { told, press: marked('for-answer'), pressForCard: marked('for-card') };
}
