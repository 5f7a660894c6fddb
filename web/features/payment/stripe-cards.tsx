import { t } from '@lingui/core/macro';
import type { Stripe, StripeCardNumberElement } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import type { CardEntry, CardFieldsProps, CardForm } from './charge.ts';
import { goOnWith, readStripeError, readStripeResult } from './stripe-answer.ts';

/** Stripe.js with its own card fields, in Stripe's frames: no card number ever reaches our page. */
export async function stripeCardForm(publishableKey: string): Promise<CardForm> {
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error(t`The card library could not be loaded.`);
  return {
    Fields: (props) => <StripeFields {...props} stripe={stripe} />,
    retrieve: async (clientSecret) => readStripeResult(await stripe.retrievePaymentIntent(clientSecret)),
    authenticate: async (clientSecret) => goOnWith(await stripe.handleNextAction({ clientSecret })),
  };
}

const labels = { cardNumber: t`Card number`, cardExpiry: t`Expiry date`, cardCvc: t`Security code` } as const;
const names = ['cardNumber', 'cardExpiry', 'cardCvc'] as const;
type Name = (typeof names)[number];
type Places = Partial<Record<Name, HTMLDivElement | null>>;

function StripeFields({ stripe, onReady, disabled, wrong }: CardFieldsProps & { stripe: Stripe }) {
  const id = useId();
  const places = useRef<Places>({});
  const mounted = useRef<{ update(options: { disabled: boolean }): void }[]>([]);
  const ready = useEffectEvent(onReady);

  useEffect(() => {
    const fields = mountFields(stripe, places.current);
    const all = Object.values(fields.byName);
    mounted.current = all;
    let gone = false;
    void fields.whenReady.then(() => {
      if (!gone) ready(entryOf(stripe, fields.byName));
    });
    return () => {
      gone = true;
      ready(undefined);
      for (const element of all) element.destroy();
      mounted.current = [];
    };
  }, [stripe]);

  useEffect(() => {
    for (const element of mounted.current) element.update({ disabled });
  }, [disabled]);

  return (
    <div className="bb-card-fields">
      {names.map((name) => (
        <div key={name} className="bb-field">
          <label htmlFor={`${id}-${name}`}>{labels[name]}</label>
          <div
            id={`${id}-${name}`}
            className={`bb-input ${wrong === name ? 'bb-input-wrong' : ''}`}
            ref={(place) => {
              places.current[name] = place;
            }}
          />
        </div>
      ))}
    </div>
  );
}

function mountFields(stripe: Stripe, places: Places) {
  const elements = stripe.elements();
  const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const base = {
    color: token('--ink'),
    fontSize: '16px',
    lineHeight: '28px',
    '::placeholder': { color: token('--ink-soft') },
  };
  const style = { base, invalid: { color: token('--error') } };
  const byName = {
    cardNumber: elements.create('cardNumber', { style, showIcon: true }),
    cardExpiry: elements.create('cardExpiry', { style }),
    cardCvc: elements.create('cardCvc', { style }),
  };
  const whenReady = Promise.all([
    new Promise<void>((resolve) => byName.cardNumber.once('ready', () => resolve())),
    new Promise<void>((resolve) => byName.cardExpiry.once('ready', () => resolve())),
    new Promise<void>((resolve) => byName.cardCvc.once('ready', () => resolve())),
  ]);
  for (const name of names) {
    const place = places[name];
    if (place) byName[name].mount(place);
  }
  return { byName, whenReady };
}

type Fields = { cardNumber: StripeCardNumberElement } & Record<Name, { focus(): void }>;

const entryOf = (stripe: Stripe, fields: Fields): CardEntry => ({
  async confirm({ clientSecret, billing, returnUrl }) {
    const card = fields.cardNumber;
    const made = await stripe.createPaymentMethod({ type: 'card', card, billing_details: billing });
    if (made.error) return readStripeError(made.error);
    // Stripe.js shows the bank's question in a window of its own; the address is for banks that want the whole page.
    const method = { payment_method: made.paymentMethod.id, return_url: returnUrl };
    return goOnWith(await stripe.confirmCardPayment(clientSecret, method));
  },
  focus: (field) => fields[field].focus(),
});
