import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ComponentProps, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { Field } from '#web/components/field.tsx';
import { toAsciiDigits } from '#web/i18n/digits.ts';
import { readCard } from './card-error.ts';
import { caretPosition, groupCardNumber, groupExpiry, onlyCvc } from './card-text.ts';
import type { CardEntry, CardFieldName, CardFieldsProps, CardForm } from './payment-intent.ts';
import { sandboxClient } from './sandbox-client.ts';

type Client = ReturnType<typeof sandboxClient>;

/** The test provider that stands in for Stripe where nobody has set one up. */
export function sandboxCardForm(publishableKey: string): CardForm {
  const client = sandboxClient(publishableKey);
  return {
    Fields: (props) => <SandboxFields {...props} client={client} />,
    retrieve: client.retrieve,
    authenticate: client.authenticate,
  };
}

const fields = [
  {
    name: 'cardNumber',
    label: t`Card number`,
    autoComplete: 'cc-number',
    placeholder: '1234 1234 1234 1234',
    group: groupCardNumber,
  },
  {
    name: 'cardExpiry',
    label: t`Expiry date`,
    autoComplete: 'cc-exp',
    placeholder: t`MM / YY`,
    group: groupExpiry,
  },
  { name: 'cardCvc', label: t`Security code`, autoComplete: 'cc-csc', placeholder: 'CVC', group: onlyCvc },
] as const;

type Inputs = Partial<Record<CardFieldName, HTMLInputElement | null>>;

function SandboxFields({ client, onReady, disabled, wrong, errorId }: CardFieldsProps & { client: Client }) {
  const inputs = useRef<Inputs>({});
  const ready = useEffectEvent(onReady);

  useEffect(() => {
    ready(entryOf(client, inputs));
    return () => ready(undefined);
  }, [client]);

  return (
    <div className="bb-card-fields">
      <p className="rounded-small bg-soft p-4">
        <Trans>
          This is a test card form: no real card is taken and no money moves. The number{' '}
          <strong className="whitespace-nowrap">4242 4242 4242 4242</strong> works, with any date to come and
          any security code; <strong className="whitespace-nowrap">4000 0025 0000 3155</strong> shows a bank
          that asks first.
        </Trans>
      </p>
      {fields.map(({ label, ...input }) => (
        <Field key={input.name} label={label}>
          {({ id }) => (
            <CardInput
              {...input}
              id={id}
              ref={(element) => {
                inputs.current[input.name] = element;
              }}
              aria-invalid={wrong === input.name || undefined}
              aria-describedby={wrong === input.name ? errorId : undefined}
              readOnly={disabled}
            />
          )}
        </Field>
      ))}
    </div>
  );
}

const entryOf = (client: Client, inputs: RefObject<Inputs>): CardEntry => ({
  async confirm(order) {
    const text = (name: CardFieldName) => inputs.current[name]?.value ?? '';
    const typed = { number: text('cardNumber'), expiry: text('cardExpiry'), cvc: text('cardCvc') };
    const card = readCard(typed);
    return 'error' in card ? card : client.confirm(order, card);
  },
  focus: (field) => inputs.current[field]?.focus(),
});

type Props = ComponentProps<'input'> & { group: (text: string) => string };

/** Groups the digits as they are typed. What is typed stays in the control: no state of ours ever holds a card. */
function CardInput({ group, ...rest }: Props) {
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
  const digitsBefore = toAsciiDigits(input.value.slice(0, caret)).replace(/\D/g, '').length;
  const grouped = group(toAsciiDigits(input.value));
  if (grouped === input.value) return;
  input.value = grouped;
  const next = atEnd ? grouped.length : caretPosition(grouped, digitsBefore);
  input.setSelectionRange(next, next);
}
