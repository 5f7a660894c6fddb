import type { Core, Registration } from '#server/core.ts';
import { mountSlotOffers } from './routes.ts';

export const registerSlotOffers = (core: Core): Registration => ({
  mount: (routes) => mountSlotOffers(routes, core),
});
