import type { Core, Registration } from '#server/core.ts';
import { mountFigures } from './routes.ts';

export const registerFigures = (core: Core): Registration => ({
  mount: (routes) => mountFigures(routes, core),
});
