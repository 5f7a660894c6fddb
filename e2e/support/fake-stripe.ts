import type { BrowserContext } from '@playwright/test';

/** What the page asked of Stripe.js, in order. */
export type StripeCall = { name: string; given: unknown };

/** Stands in for https://js.stripe.com: the few calls that our page makes, each written down; every card pays. */
export async function fakeStripe(context: BrowserContext): Promise<StripeCall[]> {
  const calls: StripeCall[] = [];
  await context.exposeFunction('noteStripeCall', (name: string, given: unknown) => {
    calls.push({ name, given });
  });
  await context.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${stripeScript})()` }),
  );
  return calls;
}

function stripeScript(): void {
  const page = window as unknown as {
    Stripe: unknown;
    noteStripeCall(name: string, given: unknown): Promise<void>;
  };
  const intent = (clientSecret: string, status: string) => ({
    paymentIntent: { id: clientSecret.split('_secret_')[0], status },
  });
  const element = (kind: string) => {
    const listeners: Record<string, () => void> = {};
    const input = document.createElement('input');
    input.setAttribute('aria-label', kind);
    return {
      kind,
      once: (event: string, listener: () => void) => {
        listeners[event] = listener;
      },
      mount: (place: Element) => {
        place.append(input);
        queueMicrotask(() => listeners.ready?.());
      },
      update: () => undefined,
      destroy: () => input.remove(),
    };
  };
  page.Stripe = (publishableKey: string) => {
    void page.noteStripeCall('Stripe', publishableKey);
    return {
      _registerWrapper: () => undefined,
      elements: () => ({ create: element }),
      retrievePaymentIntent: async (secret: string) => intent(secret, 'requires_payment_method'),
      createPaymentMethod: async ({ type, card, billing_details }: Record<string, unknown>) => {
        const { kind } = card as { kind: string };
        await page.noteStripeCall('createPaymentMethod', { type, card: kind, billing_details });
        return { paymentMethod: { id: 'pm_1' } };
      },
      confirmCardPayment: async (secret: string, given: unknown) => {
        await page.noteStripeCall('confirmCardPayment', { secret, given });
        return intent(secret, 'succeeded');
      },
    };
  };
}
