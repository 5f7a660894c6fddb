import type { BrowserContext } from '@playwright/test';

/** A call that the page made to Stripe.js. */
export type StripeCall = { name: string; args: unknown };

/** A response of Stripe.js: the status of the PaymentIntent, or an error in Stripe's format. */
export type StripeResponse = { status: string; last_payment_error?: object } | { error: object };

/**
 * The responses of Stripe.js, used in turn, of which the last one repeats. By default the payment is open and
 * every card succeeds.
 */
export type StripeScript = {
  retrievePaymentIntent?: StripeResponse[];
  confirmCardPayment?: StripeResponse[];
  handleNextAction?: StripeResponse[];
  /** The number of times that the card number field fails to load. */
  loadErrors?: number;
};

/** Replaces https://js.stripe.com with a fake that records the calls of our page, without their styles. */
export async function fakeStripe(context: BrowserContext) {
  let calls: StripeCall[] = [];
  let script: StripeScript = {};
  await context.exposeFunction('recordStripeCall', (name: string, args: unknown) => {
    calls.push({ name, args });
  });
  await context.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${stripeScript})(${JSON.stringify(script)})` }),
  );
  return {
    /** Sets the responses for the next page that loads Stripe.js, and clears the recorded calls. */
    next(responses: StripeScript): void {
      script = responses;
      calls = [];
    },
    calls: (): StripeCall[] => calls,
  };
}

function stripeScript(script: StripeScript): void {
  const page = window as unknown as {
    Stripe: unknown;
    recordStripeCall(name: string, args: unknown): Promise<void>;
  };
  const nextResponse = (
    secret: string,
    name: Exclude<keyof StripeScript, 'loadErrors'>,
    defaultStatus: string,
  ) => {
    const responses = script[name] ?? [];
    const response = (responses.length > 1 ? responses.shift() : responses[0]) ?? { status: defaultStatus };
    return 'error' in response
      ? response
      : { paymentIntent: { id: secret.split('_secret_')[0], ...response } };
  };
  let loadErrors = script.loadErrors ?? 0;
  type Style = { base: { color: string } };
  const element = (kind: string, { style }: { style: Style }) => {
    const listeners: Record<string, (event: object) => void> = {};
    const input = document.createElement('input');
    input.setAttribute('aria-label', kind);
    input.style.color = style.base.color;
    // As wide as its field, like Stripe's own elements.
    input.style.width = '100%';
    const self = {
      kind,
      once: (event: string, listener: () => void) => {
        listeners[event] = listener;
        return self;
      },
      on: (event: string, listener: () => void) => {
        input.addEventListener(event === 'change' ? 'input' : event, listener);
        return self;
      },
      mount: (place: Element) => {
        place.append(input);
        const fails = kind === 'cardNumber' && loadErrors > 0;
        if (fails) loadErrors -= 1;
        const error = { type: 'api_connection_error', message: 'The frame could not be loaded.' };
        queueMicrotask(() => (fails ? listeners.loaderror?.({ error }) : listeners.ready?.({})));
      },
      update: (changes: { style?: Style }) => {
        if (changes.style) input.style.color = changes.style.base.color;
      },
      focus: () => input.focus(),
      destroy: () => input.remove(),
    };
    return self;
  };
  page.Stripe = (publishableKey: string, options: unknown) => {
    void page.recordStripeCall('Stripe', [publishableKey, options]);
    return {
      _registerWrapper: () => undefined,
      elements: () => ({ create: element }),
      retrievePaymentIntent: async (secret: string) =>
        nextResponse(secret, 'retrievePaymentIntent', 'requires_payment_method'),
      createPaymentMethod: async ({ type, card, billing_details }: Record<string, unknown>) => {
        const { kind } = card as { kind: string };
        await page.recordStripeCall('createPaymentMethod', { type, card: kind, billing_details });
        return { paymentMethod: { id: 'pm_1' } };
      },
      confirmCardPayment: async (secret: string, args: unknown) => {
        await page.recordStripeCall('confirmCardPayment', { secret, args });
        return nextResponse(secret, 'confirmCardPayment', 'succeeded');
      },
      handleNextAction: async ({ clientSecret }: { clientSecret: string }) => {
        await page.recordStripeCall('handleNextAction', clientSecret);
        return nextResponse(clientSecret, 'handleNextAction', 'succeeded');
      },
    };
  };
}
