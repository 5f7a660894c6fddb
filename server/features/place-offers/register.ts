import type { Core, Registration } from '#server/core.ts';
import { mountPlaceOffers } from './routes.ts';

export const registerPlaceOffers = (core: Core): Registration => ({
  mount: (routes) => mountPlaceOffers(routes, core),
});
