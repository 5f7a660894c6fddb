import type { BrowserContext } from '@playwright/test';

/** What the page asked of Stripe.js, in order. */
export type StripeCall = { name: string; given: unknown };

/** What Stripe.js answers: how the charge stands, or an error in Stripe's shape. */
export type StripeResponse = { status: string; last_payment_error?: object } | { error: object };

/** By default the charge is open and every card pays; each answer in turn, the last for good. */
export type StripeScript = {
  retrievePaymentIntent?: StripeResponse[];
  confirmCardPayment?: StripeResponse[];
  handleNextAction?: StripeResponse[];
  /** How often the card number's frame fails to load. */
  loadErrors?: number;
};

/** Stands in for https://js.stripe.com: the few calls that our page makes, each written down but the looks. */
export async function fakeStripe(context: BrowserContext) {
  let calls: StripeCall[] = [];
  let script: StripeScript = {};
  await context.exposeFunction('noteStripeCall', (name: string, given: unknown) => {
    calls.push({ name, given });
  });
  await context.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${stripeScript})(${JSON.stringify(script)})` }),
  );
  return {
    /** What the next page that loads Stripe.js gets of it; its calls are the only ones from now on. */
    next(answers: StripeScript): void {
      script = answers;
      calls = [];
    },
    calls: (): StripeCall[] => calls,
  };
}

function stripeScript(script: StripeScript): void {
  const page = window as unknown as {
    Stripe: unknown;
    noteStripeCall(name: string, given: unknown): Promise<void>;
  };
  const answerTo = (secret: string, name: Exclude<keyof StripeScript, 'loadErrors'>, usual: string) => {
    const answers = script[name] ?? [];
    const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? { status: usual };
    return 'error' in answer ? answer : { paymentIntent: { id: secret.split('_secret_')[0], ...answer } };
  };
  let loadErrors = script.loadErrors ?? 0;
  type Style = { base: { color: string } };
  const element = (kind: string, { style }: { style: Style }) => {
    const listeners: Record<string, (event: object) => void> = {};
    const input = document.createElement('input');
    input.setAttribute('aria-label', kind);
    input.style.color = style.base.color;
    const self = {
      kind,
      once: (event: string, listener: () => void) => {
        listeners[event] = listener;
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
    void page.noteStripeCall('Stripe', [publishableKey, options]);
    return {
      _registerWrapper: () => undefined,
      elements: () => ({ create: element }),
      retrievePaymentIntent: async (secret: string) =>
        answerTo(secret, 'retrievePaymentIntent', 'requires_payment_method'),
      createPaymentMethod: async ({ type, card, billing_details }: Record<string, unknown>) => {
        const { kind } = card as { kind: string };
        await page.noteStripeCall('createPaymentMethod', { type, card: kind, billing_details });
        return { paymentMethod: { id: 'pm_1' } };
      },
      confirmCardPayment: async (secret: string, given: unknown) => {
        await page.noteStripeCall('confirmCardPayment', { secret, given });
        return answerTo(secret, 'confirmCardPayment', 'succeeded');
      },
      handleNextAction: async ({ clientSecret }: { clientSecret: string }) => {
        await page.noteStripeCall('handleNextAction', clientSecret);
        return answerTo(clientSecret, 'handleNextAction', 'succeeded');
      },
    };
  };
}
