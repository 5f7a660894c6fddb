import { type ComponentProps, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { Field } from '#web/ui/field.tsx';
import { caretAfter, groupCardNumber, groupExpiry, onlyCvc } from './card-text.ts';
import type { CardFieldsProps, CardForm, ConfirmCard } from './charge.ts';
import { readCard } from './sandbox-card.ts';
import { sandboxClient } from './sandbox-client.ts';

type Client = ReturnType<typeof sandboxClient>;

/** The test provider that stands in for Stripe where nobody has set one up. */
export function sandboxCardForm(publishableKey: string): CardForm {
  const client = sandboxClient(publishableKey);
  return {
    Fields: (props) => <SandboxFields {...props} client={client} />,
    retrieve: client.retrieve,
  };
}

function SandboxFields({ client, onReady, disabled }: CardFieldsProps & { client: Client }) {
  const number = useRef<HTMLInputElement>(null);
  const expiry = useRef<HTMLInputElement>(null);
  const cvc = useRef<HTMLInputElement>(null);
  const ready = useEffectEvent(onReady);

  useEffect(() => {
    const confirm: ConfirmCard = async (clientSecret, billing) => {
      const text = (input: RefObject<HTMLInputElement | null>) => input.current?.value ?? '';
      const card = readCard({ number: text(number), expiry: text(expiry), cvc: text(cvc) });
      return 'error' in card ? card : client.confirm(clientSecret, card, billing);
    };
    ready(confirm);
    return () => ready(undefined);
  }, [client]);

  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <p className="rounded-(--round-small) bg-(--soft) p-4 sm:col-span-2">
        This is a test card form: no real card is taken and no money moves. The number{' '}
        <strong className="whitespace-nowrap">4242 4242 4242 4242</strong> works, with any date to come and
        any security code.
      </p>
      <div className="sm:col-span-2">
        <Field label="Card number">
          {(aria) => (
            <CardInput
              {...aria}
              ref={number}
              name="cardNumber"
              autoComplete="cc-number"
              placeholder="1234 1234 1234 1234"
              group={groupCardNumber}
              readOnly={disabled}
            />
          )}
        </Field>
      </div>
      <Field label="Expiry date">
        {(aria) => (
          <CardInput
            {...aria}
            ref={expiry}
            name="cardExpiry"
            autoComplete="cc-exp"
            placeholder="MM / YY"
            group={groupExpiry}
            readOnly={disabled}
          />
        )}
      </Field>
      <Field label="Security code">
        {(aria) => (
          <CardInput
            {...aria}
            ref={cvc}
            name="cardCvc"
            autoComplete="cc-csc"
            placeholder="CVC"
            group={onlyCvc}
            readOnly={disabled}
          />
        )}
      </Field>
    </div>
  );
}

type CardInputProps = ComponentProps<'input'> & { group: (text: string) => string };

/** Groups the digits as they are typed. What is typed stays in the control: no state of ours ever holds a card. */
function CardInput({ group, ...rest }: CardInputProps) {
  return (
    <input
      {...rest}
      className="bb-input tabular-nums"
      inputMode="numeric"
      spellCheck={false}
      onInput={({ currentTarget }) => regroup(currentTarget, group)}
    />
  );
}

function regroup(input: HTMLInputElement, group: (text: string) => string): void {
  const caret = input.selectionStart ?? input.value.length;
  const atEnd = caret === input.value.length;
  const digitsBefore = input.value.slice(0, caret).replace(/\D/g, '').length;
  const grouped = group(input.value);
  if (grouped === input.value) return;
  input.value = grouped;
  const next = atEnd ? grouped.length : caretAfter(grouped, digitsBefore);
  input.setSelectionRange(next, next);
}
