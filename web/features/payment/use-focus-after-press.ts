import { useEffect, useRef } from 'react';
import type { CardEntry } from './charge.ts';
import type { CheckoutOutcome } from './outcome.ts';

type Shown = { outcome: CheckoutOutcome | undefined; busy: boolean; entry: CardEntry | undefined };
type Before = { /** The press was made before, and led over a bank's page. */ comesBack: boolean };

/**
 * After a press the focus goes where a person goes on: to the field that the error names, to what is told, or to the
 * card where nothing is. Gives what marks a press, and the place where things are told.
 */
export function useFocusAfterPress({ outcome, busy, entry }: Shown, { comesBack }: Before) {
  const told = useRef<HTMLDivElement>(null);
  const pressed = useRef(comesBack);

  useEffect(() => {
    if (busy || !outcome || !pressed.current) return;
    const field = fieldAfter(outcome);
    // The card fields may still be on their way: this runs again once they are here.
    if (field && !entry) return;
    pressed.current = false;
    if (field) entry?.focus(field);
    else told.current?.focus();
  }, [outcome, busy, entry]);

  const press = (act: () => void) => () => {
    pressed.current = true;
    act();
  };
  return { told, press };
}

function fieldAfter(outcome: CheckoutOutcome) {
  if (outcome.kind === 'declined') return outcome.error.field;
  return outcome.kind === 'open' && !outcome.renewed ? 'cardNumber' : undefined;
}
