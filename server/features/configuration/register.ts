import type { PublicConfig } from '#contract/config.ts';
import type { Core, Registration } from '#server/core.ts';
import { mountConfiguration } from './routes.ts';

export const registerConfiguration = (core: Core, config: PublicConfig): Registration => ({
  mount: (routes) => mountConfiguration(routes, core, config),
});
