import type { Core, Registration } from '#server/core.ts';
import { mountCenterAdministration } from './routes.ts';

export const registerCenterAdministration = (core: Core): Registration => ({
  mount: (routes) => mountCenterAdministration(routes, core),
});
