import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type {
  Stripe,
  StripeCardNumberElement,
  StripeElementLocale,
  StripeElementStyle,
} from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Button } from '#web/components/button.tsx';
import { language } from '#web/i18n/language.ts';
import type { CardEntry, CardFieldsProps, CardForm } from './payment-intent.ts';
import { fieldStyle, nextAction, onThemeChange, readStripeError, readStripeResult } from './stripe-result.ts';

/** Stripe has no Bengali: without a locale it would use the browser's language, whatever the page's is. */
const locales: Record<typeof language, StripeElementLocale> = { en: 'en', bn: 'en' };

/** Stripe.js with its own card fields, in Stripe's frames: no card number ever reaches our page. */
export async function stripeCardForm(publishableKey: string): Promise<CardForm> {
  const stripe = await loadStripe(publishableKey, { locale: locales[language] });
  if (!stripe) throw new Error(t`The card library could not be loaded.`);
  return {
    Fields: (props) => <StripeFields {...props} stripe={stripe} />,
    retrieve: async (clientSecret) => readStripeResult(await stripe.retrievePaymentIntent(clientSecret)),
    authenticate: async (clientSecret) => nextAction(await stripe.handleNextAction({ clientSecret })),
  };
}

const labels = { cardNumber: t`Card number`, cardExpiry: t`Expiry date`, cardCvc: t`Security code` } as const;
const names = ['cardNumber', 'cardExpiry', 'cardCvc'] as const;
type Name = (typeof names)[number];
type Places = Partial<Record<Name, HTMLDivElement | null>>;

function StripeFields({ stripe, onReady, disabled, wrong }: CardFieldsProps & { stripe: Stripe }) {
  const id = useId();
  const places = useRef<Places>({});
  const mounted = useRef<ReturnType<typeof mountFields>>(undefined);
  const ready = useEffectEvent(onReady);
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt mounts the fields again.
  useEffect(() => {
    const fields = mountFields(stripe, places.current);
    mounted.current = fields;
    let gone = false;
    setFailed(false);
    fields.whenReady.then(
      () => {
        if (!gone) ready(entryOf(stripe, fields.byName));
      },
      () => {
        if (!gone) setFailed(true);
      },
    );
    const stopWatching = onThemeChange(() => fields.update({ style: fieldStyle() }));
    return () => {
      gone = true;
      stopWatching();
      ready(undefined);
      fields.destroy();
      mounted.current = undefined;
    };
  }, [stripe, attempt]);

  useEffect(() => mounted.current?.update({ disabled }), [disabled]);

  return (
    <div className="bb-card-fields">
      {names.map((name) => (
        <div key={name} className="bb-field">
          <label htmlFor={`${id}-${name}`}>{labels[name]}</label>
          <div
            id={`${id}-${name}`}
            className={`bb-input ${wrong === name ? 'border-error' : ''}`}
            ref={(place) => {
              places.current[name] = place;
            }}
          />
        </div>
      ))}
      {failed && (
        <p role="alert" className="bb-error">
          <Trans>The card fields could not be loaded. Check your connection and try again.</Trans>
        </p>
      )}
      {failed && (
        <Button look="quiet" onClick={() => setAttempt(attempt + 1)}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </div>
  );
}

/** A frame that a network or an extension blocks reports nothing at all. */
const LOAD_TIMEOUT_MS = 30_000;

function mountFields(stripe: Stripe, places: Places) {
  const elements = stripe.elements();
  const style = fieldStyle();
  const byName = {
    cardNumber: elements.create('cardNumber', { style, showIcon: true }),
    cardExpiry: elements.create('cardExpiry', { style }),
    cardCvc: elements.create('cardCvc', { style }),
  };
  const all = Object.values(byName);
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Not `Promise.withResolvers`, which is younger than our oldest browsers.
  const loading = new Promise<void>((resolve, reject) => {
    timer = setTimeout(() => reject(new Error('No response.')), LOAD_TIMEOUT_MS);
    let waiting = all.length;
    const onReady = () => {
      waiting -= 1;
      if (waiting === 0) resolve();
    };
    byName.cardNumber
      .once('ready', onReady)
      .once('loaderror', ({ error }: { error: { message?: string } }) => reject(new Error(error.message)));
    byName.cardExpiry.once('ready', onReady);
    byName.cardCvc.once('ready', onReady);
  });
  for (const name of names) {
    const place = places[name];
    if (place) byName[name].mount(place);
  }
  return {
    byName,
    whenReady: loading.finally(() => clearTimeout(timer)),
    update(options: { disabled?: boolean; style?: StripeElementStyle }) {
      for (const element of all) element.update(options);
    },
    destroy() {
      clearTimeout(timer);
      for (const element of all) element.destroy();
    },
  };
}

type Fields = { cardNumber: StripeCardNumberElement } & Record<Name, { focus(): void }>;

const entryOf = (stripe: Stripe, fields: Fields): CardEntry => ({
  async confirm({ clientSecret, billing, returnUrl }) {
    const card = fields.cardNumber;
    const made = await stripe.createPaymentMethod({ type: 'card', card, billing_details: billing });
    if (made.error) return readStripeError(made.error);
    // Stripe.js shows the bank's question in a window of its own; the address is for banks that want the whole page.
    const method = { payment_method: made.paymentMethod.id, return_url: returnUrl };
    return nextAction(await stripe.confirmCardPayment(clientSecret, method));
  },
  focus: (field) => fields[field].focus(),
});
