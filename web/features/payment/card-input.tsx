import type { ComponentProps } from 'react';
import { withAsciiDigits } from '#web/language/digits.ts';
import { caretAfter } from './card-text.ts';

type Props = ComponentProps<'input'> & { group: (text: string) => string };

/** Groups the digits as they are typed. What is typed stays in the control: no state of ours ever holds a card. */
export function CardInput({ group, ...rest }: Props) {
  return (
    <input
      {...rest}
      className="bb-input [font-variant-numeric:tabular-nums]"
      inputMode="numeric"
      spellCheck={false}
      onInput={({ currentTarget }) => regroup(currentTarget, group)}
    />
  );
}

function regroup(input: HTMLInputElement, group: (text: string) => string): void {
  const caret = input.selectionStart ?? input.value.length;
  const atEnd = caret === input.value.length;
  const digitsBefore = withAsciiDigits(input.value.slice(0, caret)).replace(/\D/g, '').length;
  const grouped = group(withAsciiDigits(input.value));
  if (grouped === input.value) return;
  input.value = grouped;
  const next = atEnd ? grouped.length : caretAfter(grouped, digitsBefore);
  input.setSelectionRange(next, next);
}
