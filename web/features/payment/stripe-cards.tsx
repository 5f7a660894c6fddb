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
import {
  getFieldStyle,
  onThemeChange,
  readStripeError,
  readStripeResult,
  redirectIfRequired,
} from './stripe-result.ts';

/** Stripe has no Bengali. If no locale is set, Stripe uses the browser's language instead of the page's. */
const locales: Record<typeof language, StripeElementLocale> = { en: 'en', bn: 'en' };

/** Creates the card form with Stripe's own fields in iframes, so that no card number reaches our page. */
export async function createStripeCardForm(publishableKey: string): Promise<CardForm> {
  const stripe = await loadStripe(publishableKey, { locale: locales[language] });
  if (!stripe) throw new Error(t`Check your connection and try again.`);
  return {
    Fields: (props) => <StripeFields {...props} stripe={stripe} />,
    retrieve: async (clientSecret) => readStripeResult(await stripe.retrievePaymentIntent(clientSecret)),
    authenticate: async (clientSecret) => redirectIfRequired(await stripe.handleNextAction({ clientSecret })),
  };
}

const labels = { cardNumber: t`Card number`, cardExpiry: t`Expiry date`, cardCvc: t`Security code` } as const;
const names = ['cardNumber', 'cardExpiry', 'cardCvc'] as const;
type Name = (typeof names)[number];
type Containers = Partial<Record<Name, HTMLDivElement | null>>;

function StripeFields({
  stripe,
  onReady,
  onEdit,
  disabled,
  invalidField,
}: CardFieldsProps & { stripe: Stripe }) {
  const id = useId();
  const containers = useRef<Containers>({});
  const mounted = useRef<ReturnType<typeof mountFields>>(undefined);
  const notifyReady = useEffectEvent(onReady);
  const notifyEdit = useEffectEvent(onEdit);
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt must mount the fields again
  useEffect(() => {
    const fields = mountFields(stripe, containers.current);
    mounted.current = fields;
    fields.onChange(() => notifyEdit());
    let isUnmounted = false;
    setHasFailed(false);
    fields.whenReady.then(
      () => {
        if (!isUnmounted) notifyReady(createCardEntry(stripe, fields.byName));
      },
      () => {
        if (!isUnmounted) setHasFailed(true);
      },
    );
    const unsubscribe = onThemeChange(() => fields.update({ style: getFieldStyle() }));
    return () => {
      isUnmounted = true;
      unsubscribe();
      notifyReady(undefined);
      fields.destroy();
      mounted.current = undefined;
    };
  }, [stripe, attempt]);

  useEffect(() => mounted.current?.update({ disabled }), [disabled]);

  return (
    <div className="bb-card-fields grid grid-cols-2 items-end gap-4">
      {names.map((name) => (
        <div key={name} className="bb-field">
          <label htmlFor={`${id}-${name}`}>{labels[name]}</label>
          <div
            id={`${id}-${name}`}
            className={`bb-input ${invalidField === name ? 'border-error' : ''}`}
            ref={(container) => {
              containers.current[name] = container;
            }}
          />
        </div>
      ))}
      {hasFailed && (
        <p role="alert" className="bb-error">
          <Trans>The card fields could not be loaded. Check your connection and try again.</Trans>
        </p>
      )}
      {hasFailed && (
        <Button variant="outlined" onClick={() => setAttempt(attempt + 1)}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </div>
  );
}

/** A blocked iframe (network, browser extension) fires no event, so loading needs a timeout. */
const LOAD_TIMEOUT_MS = 30_000;

function mountFields(stripe: Stripe, containers: Containers) {
  const elements = stripe.elements();
  const style = getFieldStyle();
  const byName = {
    cardNumber: elements.create('cardNumber', { style, showIcon: true }),
    cardExpiry: elements.create('cardExpiry', { style }),
    cardCvc: elements.create('cardCvc', { style }),
  };
  const all = Object.values(byName);
  let timer: ReturnType<typeof setTimeout> | undefined;
  // `Promise.withResolvers` is missing in the oldest supported browsers.
  const loading = new Promise<void>((resolve, reject) => {
    timer = setTimeout(() => reject(new Error('No response.')), LOAD_TIMEOUT_MS);
    let remaining = all.length;
    const onReady = () => {
      remaining -= 1;
      if (remaining === 0) resolve();
    };
    byName.cardNumber
      .once('ready', onReady)
      .once('loaderror', ({ error }: { error: { message?: string } }) => reject(new Error(error.message)));
    byName.cardExpiry.once('ready', onReady);
    byName.cardCvc.once('ready', onReady);
  });
  for (const name of names) {
    const container = containers[name];
    if (container) byName[name].mount(container);
  }
  return {
    byName,
    whenReady: loading.finally(() => clearTimeout(timer)),
    onChange(listener: () => void) {
      byName.cardNumber.on('change', listener);
      byName.cardExpiry.on('change', listener);
      byName.cardCvc.on('change', listener);
    },
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

const createCardEntry = (stripe: Stripe, fields: Fields): CardEntry => ({
  async confirm({ clientSecret, billing, returnUrl }) {
    const card = fields.cardNumber;
    const created = await stripe.createPaymentMethod({ type: 'card', card, billing_details: billing });
    if (created.error) return readStripeError(created.error);
    // Stripe.js authenticates in a dialog. Banks that need a full-page redirect use `return_url`.
    const method = { payment_method: created.paymentMethod.id, return_url: returnUrl };
    return redirectIfRequired(await stripe.confirmCardPayment(clientSecret, method));
  },
  focus: (field) => fields[field].focus(),
});
