import type { Core, Registration } from '#server/core.ts';
import { mountNeeds } from './routes.ts';

export const registerNeeds = (core: Core): Registration => ({
  mount: (routes) => mountNeeds(routes, core),
});
