import type { Core, Registration } from '#server/core.ts';
import { mountReviews } from './routes.ts';

export const registerReviews = (core: Core): Registration => ({
  mount: (routes) => mountReviews(routes, core),
});
