import type { Factor } from './second-factors.ts';

/** How a person knows one of their second factors; of a phone number the last four digits. */
export const factorName = ({ kind, name }: Factor): string =>
  kind === 'phone' ? `Phone ending in ${name.slice(-4)}` : name || 'Authenticator app';
