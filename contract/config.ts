import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { features } from './features.ts';

/** What the browser must know of the third parties and of the site's own parts; no secret. */
export const PublicConfig = z.object({
  identity: z.object({
    provider: z.enum(['embedded', 'firebase']),
    apiKey: z.string(),
    authDomain: z.string(),
    projectId: z.string(),
    /** Phone numbers can be second factors: codes are texted, and the vendor's widget is not asked for. */
    textMessages: z.boolean(),
  }),
  images: z.object({ uploadUrl: z.string(), key: z.string() }),
  cards: z.object({ provider: z.enum(['sandbox', 'stripe']), publishableKey: z.string() }),
  /** What this site offers beyond its specification. */
  features: z.array(z.enum(features)),
});
export type PublicConfig = z.infer<typeof PublicConfig>;

export const getConfig = endpoint({
  method: 'GET',
  path: '/config',
  access: 'public',
  summary: 'Which third parties this site uses.',
  response: PublicConfig,
});

export const getOpenApi = endpoint({
  method: 'GET',
  path: '/openapi.json',
  access: 'public',
  summary: 'This document.',
  response: z.record(z.string(), z.unknown()),
});
