import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ComponentProps, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { toAsciiDigits } from '#contract/digits.ts';
import { Field } from '#web/components/field.tsx';
import { readCard } from './card-error.ts';
import { caretPosition, formatCardNumber, formatCvc, formatExpiry } from './card-text.ts';
import type { CardEntry, CardFieldName, CardFieldsProps, CardForm } from './payment-intent.ts';
import { createSandboxClient } from './sandbox-client.ts';

type Client = ReturnType<typeof createSandboxClient>;

/** Creates the card form of the sandbox, used when Stripe is not configured. */
export function createSandboxCardForm(publishableKey: string): CardForm {
  const client = createSandboxClient(publishableKey);
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
    format: formatCardNumber,
  },
  {
    name: 'cardExpiry',
    label: t`Expiry date`,
    autoComplete: 'cc-exp',
    placeholder: t`MM / YY`,
    format: formatExpiry,
  },
  { name: 'cardCvc', label: t`Security code`, autoComplete: 'cc-csc', placeholder: 'CVC', format: formatCvc },
] as const;

type Inputs = Partial<Record<CardFieldName, HTMLInputElement | null>>;

function SandboxFields({
  client,
  onReady,
  onEdit,
  disabled,
  invalidField,
  errorId,
}: CardFieldsProps & { client: Client }) {
  const inputs = useRef<Inputs>({});
  const notifyReady = useEffectEvent(onReady);

  useEffect(() => {
    notifyReady(createCardEntry(client, inputs));
    return () => notifyReady(undefined);
  }, [client]);

  return (
    <div className="bb-card-fields grid grid-cols-2 items-end gap-4" onInput={onEdit}>
      <p className="text-small">{t`This is a test card form. It charges nothing.`}</p>
      {fields.map(({ label, ...input }) => (
        <Field key={input.name} label={label}>
          {({ id }) => (
            <CardInput
              {...input}
              id={id}
              ref={(element) => {
                inputs.current[input.name] = element;
              }}
              aria-invalid={invalidField === input.name || undefined}
              aria-describedby={invalidField === input.name ? errorId : undefined}
              readOnly={disabled}
            />
          )}
        </Field>
      ))}
      <p className="rounded-small bg-soft px-4 py-3 text-small">
        <Trans>
          Use <strong className="inline-block">4242 4242 4242 4242</strong>, any future date and any code. To
          try a payment that your bank must confirm, use{' '}
          <strong className="inline-block">4000 0025 0000 3155</strong>.
        </Trans>
      </p>
    </div>
  );
}

const createCardEntry = (client: Client, inputs: RefObject<Inputs>): CardEntry => ({
  async confirm(request) {
    const readInput = (name: CardFieldName) => inputs.current[name]?.value ?? '';
    const input = {
      number: readInput('cardNumber'),
      expiry: readInput('cardExpiry'),
      cvc: readInput('cardCvc'),
    };
    const card = readCard(input);
    return 'error' in card ? card : client.confirm(request, card);
  },
  focus: (field) => inputs.current[field]?.focus(),
});

type Props = ComponentProps<'input'> & { format: (text: string) => string };

/**
 * Formats the digits as they are typed. The input is uncontrolled, so that no React state holds card data.
 */
function CardInput({ format, ...rest }: Props) {
  return (
    <input
      {...rest}
      className="bb-input [font-variant-numeric:tabular-nums]"
      inputMode="numeric"
      spellCheck={false}
      onInput={({ currentTarget }) => reformat(currentTarget, format)}
    />
  );
}

function reformat(input: HTMLInputElement, format: (text: string) => string): void {
  const caret = input.selectionStart ?? input.value.length;
  const atEnd = caret === input.value.length;
  const digitsBefore = toAsciiDigits(input.value.slice(0, caret)).replace(/\D/g, '').length;
  const formatted = format(toAsciiDigits(input.value));
  if (formatted === input.value) return;
  input.value = formatted;
  const next = atEnd ? formatted.length : caretPosition(formatted, digitsBefore);
  input.setSelectionRange(next, next);
}
