import type { PublicConfig } from '#contract/config.ts';
import { httpErrors } from '#platform/http/errors.ts';
import { createCardSandbox } from '#providers/card-sandbox/sandbox.ts';
import { type CardProvider, createCardProvider } from '#server/integrations/cards.ts';
import type { ProviderError } from '#server/integrations/cards-errors.ts';
import { noCards } from '#server/integrations/no-cards.ts';
import type { Integration, IntegrationDeps } from './integration.ts';

/** Creates the integration of the card provider: Stripe, the built-in sandbox, or none. */
export async function createCardIntegration({
  config,
  database,
  getSecret,
  outbox,
  clock,
  log,
  metrics,
  fetchInProcess,
  listenUrl,
  siteName,
}: IntegrationDeps): Promise<Integration<CardProvider, PublicConfig['cards']>> {
  const countError = metrics.counter(
    'card_provider_errors_total',
    'Error responses and failed connections of the card provider.',
    'call',
    'status',
  );
  const onError = (error: ProviderError) => {
    countError({ call: error.call, status: String(error.status ?? 'none') });
    log[error.level](error, 'card provider request failed');
  };
  if (config.stripe) {
    const { secretKey, publishableKey } = config.stripe;
    // If no secret is configured, use a random one, which rejects every webhook event.
    const webhookSecret = config.stripe.webhookSecret ?? (await getSecret('webhook-secret'));
    return {
      adapter: createCardProvider({
        provider: 'stripe',
        secretKey,
        publishableKey,
        webhookSecret,
        onError,
        onIgnoredEvent: (reason) => log.warn(reason),
      }),
      publicConfig: { provider: 'stripe', publishableKey },
      origins: {
        // https://docs.stripe.com/security/guide#content-security-policy
        script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
        frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
        connect: ['https://api.stripe.com'],
      },
      // Drop events that the sandbox queued before the site was configured for Stripe.
      handlers: { 'card-event': async () => {} },
    };
  }
  if (config.cards === 'none')
    return {
      adapter: noCards,
      publicConfig: { provider: 'none', publishableKey: '' },
      origins: {},
      handlers: { 'card-event': async () => {} },
    };
  const sandbox = await createCardSandbox({
    production: config.production,
    db: database,
    getSecret,
    clock,
    log,
    outbox,
    url: `${config.publicUrl}/cards`,
    siteName: () => siteName(database, 'en'),
    endpoint: {
      url: `${listenUrl ?? config.publicUrl}/api/stripe/webhook`,
      fetch: listenUrl ? fetch : fetchInProcess,
    },
  });
  const { secretKey, publishableKey, webhookSecret } = sandbox;
  // The stripe package cannot prefix its paths, so requests to its host are rewritten to /cards.
  const fetchSandbox: typeof fetch = (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    return fetchInProcess(new Request(`${config.publicUrl}/cards${pathname}${search}`, init));
  };
  return {
    adapter: createCardProvider({
      provider: 'sandbox',
      secretKey,
      publishableKey,
      webhookSecret,
      fetch: fetchSandbox,
      onError,
    }),
    publicConfig: { provider: 'sandbox', publishableKey },
    origins: {},
    builtInProviders: ['card sandbox'],
    mount: ['/cards', sandbox.app],
    overloadBody: () => ({ error: { type: 'api_error', message: httpErrors.unavailable.message } }),
    jobs: sandbox.jobs,
    handlers: { 'card-event': sandbox.deliverEvent },
  };
}
