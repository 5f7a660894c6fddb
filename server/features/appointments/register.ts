import type { Core, Registration } from '#server/core.ts';
import { mountAppointments } from './routes.ts';

export const registerAppointments = (core: Core): Registration => ({
  mount: (routes) => mountAppointments(routes, core),
});
