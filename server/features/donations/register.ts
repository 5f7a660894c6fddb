import type { Core, Registration } from '#server/core.ts';
import { mountDonations } from './routes.ts';

export const registerDonations = (core: Core): Registration => ({
  mount: (routes) => mountDonations(routes, core),
});
