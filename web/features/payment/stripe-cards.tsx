import type { PaymentIntentResult, Stripe, StripeCardNumberElement, StripeError } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import type { CardAnswer, CardFieldsProps, CardForm, ConfirmCard } from './charge.ts';

/** Stripe.js with its own card fields, in Stripe's frames: no card number ever reaches our page. */
export async function stripeCardForm(publishableKey: string): Promise<CardForm> {
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error('The card library could not be loaded.');
  return {
    Fields: (props) => <StripeFields {...props} stripe={stripe} />,
    retrieve: async (clientSecret) => readAnswer(await stripe.retrievePaymentIntent(clientSecret)),
  };
}

const labels = { cardNumber: 'Card number', cardExpiry: 'Expiry date', cardCvc: 'Security code' } as const;
const names = ['cardNumber', 'cardExpiry', 'cardCvc'] as const;

function StripeFields({ stripe, onReady, disabled }: CardFieldsProps & { stripe: Stripe }) {
  const id = useId();
  const places = useRef<Partial<Record<(typeof names)[number], HTMLDivElement | null>>>({});
  const mounted = useRef<{ update(options: { disabled: boolean }): void }[]>([]);
  const ready = useEffectEvent(onReady);

  useEffect(() => {
    const { number, all, whenReady } = mountFields(stripe, places.current);
    mounted.current = all;
    let gone = false;
    void whenReady.then(() => {
      if (!gone) ready(confirmWith(stripe, number));
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
    <div className="grid gap-4 sm:grid-cols-2">
      {names.map((name) => (
        <div key={name} className={`bb-field ${name === 'cardNumber' ? 'sm:col-span-2' : ''}`}>
          <label htmlFor={`${id}-${name}`}>{labels[name]}</label>
          <div
            id={`${id}-${name}`}
            className="bb-input"
            ref={(place) => {
              places.current[name] = place;
            }}
          />
        </div>
      ))}
    </div>
  );
}

function mountFields(stripe: Stripe, places: Partial<Record<string, HTMLDivElement | null>>) {
  const elements = stripe.elements();
  const color = getComputedStyle(document.documentElement).getPropertyValue('--ink').trim();
  const style = { base: { color, fontSize: '16px', lineHeight: '28px' } };
  const number = elements.create('cardNumber', { style, showIcon: true });
  const expiry = elements.create('cardExpiry', { style });
  const cvc = elements.create('cardCvc', { style });
  const whenReady = Promise.all([
    new Promise<void>((resolve) => number.once('ready', () => resolve())),
    new Promise<void>((resolve) => expiry.once('ready', () => resolve())),
    new Promise<void>((resolve) => cvc.once('ready', () => resolve())),
  ]);
  const all = [number, expiry, cvc];
  for (const [index, element] of all.entries()) {
    const place = places[names[index] ?? ''];
    if (place) element.mount(place);
  }
  return { number, all, whenReady };
}

const confirmWith =
  (stripe: Stripe, card: StripeCardNumberElement): ConfirmCard =>
  async (clientSecret, billing) => {
    const made = await stripe.createPaymentMethod({ type: 'card', card, billing_details: billing });
    if (made.error) return readError(made.error);
    const method = { payment_method: made.paymentMethod.id };
    return readAnswer(await stripe.confirmCardPayment(clientSecret, method));
  };

const readAnswer = ({ paymentIntent, error }: PaymentIntentResult): CardAnswer =>
  error ? readError(error) : { charge: { id: paymentIntent.id, status: paymentIntent.status } };

/** Stripe.js tells a broken connection or a failing Stripe as errors like any other; for us no answer came. */
function readError({ type, code, message }: StripeError): CardAnswer {
  if (type === 'api_connection_error' || type === 'api_error')
    throw new Error(message ?? 'No connection to the card provider.');
  return { error: { message: message ?? 'The card was not accepted.', ...(code && { code }) } };
}
