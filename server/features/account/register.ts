import type { Core, Registration } from '#server/core.ts';
import { readLanguage } from '#server/features/users/rules.ts';
import { deleteAccountOf } from './deletion.ts';
import { type AccountOptions, mountAccount } from './routes.ts';

export const registerAccount = (core: Core, options: AccountOptions): Registration => ({
  mount: (routes) => mountAccount(routes, core, options),
  handlers: {
    'delete-account': ({ userId }: { userId: string }) => deleteAccountOf(core, userId),
    'send-confirmation': async ({ userId }: { userId: string }) =>
      core.identity.sendConfirmation(userId, await readLanguage(core, userId)),
    'remove-identity': async ({ userId }: { userId: string }) => {
      await options.recordErased(userId);
      await core.identity.removeAccount(userId);
    },
  },
});
