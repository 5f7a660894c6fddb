import type { Core, Registration } from '#server/core.ts';
import { type AccountOptions, mountAccount } from './routes.ts';

export const registerAccount = (core: Core, options: AccountOptions): Registration => ({
  mount: (routes) => mountAccount(routes, core, options),
  handlers: {
    'remove-identity': async ({ userId }: { userId: string }) => {
      await options.recordErased(userId);
      await core.identity.removeAccount(userId);
    },
  },
});
