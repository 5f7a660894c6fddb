import type { PublicConfig } from '#contract/config.ts';
import type { Registration } from '#server/core.ts';
import { mountConfiguration } from './routes.ts';

export const registerConfiguration = (config: PublicConfig): Registration => ({
  mount: (routes) => mountConfiguration(routes, config),
});
