import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { features } from './features.ts';

/** `none`: in production without Stripe, where nobody can pay. */
export const cardProviders = ['sandbox', 'stripe', 'none'] as const;
export type CardProviderName = (typeof cardProviders)[number];

/**
 * The version and the settings that the browser needs: integrations and enabled features. Contains no secret.
 */
export const PublicConfig = z.object({
  /** The version of the site, such as `1.0.0`. */
  version: z.string(),
  identity: z.object({
    provider: z.enum(['embedded', 'firebase']),
    apiKey: z.string(),
    authDomain: z.string(),
    projectId: z.string(),
    /**
     * True if codes are sent by text message, so that a phone can be a second factor without the vendor's
     * widget.
     */
    textMessages: z.boolean(),
  }),
  /** Where members upload photos. */
  images: z.object({ uploadUrl: z.string(), key: z.string() }),
  /** Where editors upload the pictures of pages: always the site's own image host. */
  contentImages: z.object({ uploadUrl: z.string(), key: z.string() }),
  cards: z.object({ provider: z.enum(cardProviders), publishableKey: z.string() }),
  /** Enabled features that the specification does not have. */
  features: z.array(z.enum(features)),
});
export type PublicConfig = z.infer<typeof PublicConfig>;

export const getConfig = endpoint({
  method: 'GET',
  path: '/config',
  access: 'public',
  summary: 'Returns the version and the public settings: integrations and enabled features.',
  response: PublicConfig,
});
