import { parseLanguage } from '#contract/languages.ts';
import { exportAccount } from '#contract/staff-accounts.ts';
import { exportUser } from '#contract/user-export.ts';
import * as contract from '#contract/users.ts';
import type { Core } from '#server/core.ts';
import { releaseModeratorClaims } from '#server/features/moderation/rules.ts';
import { requireId } from '#server/features/people/accounts.ts';
import { bindStaffLog } from '#server/features/staff-log/staff-log.ts';
import { type AccessTokens, bearerToken } from '#server/features/users/access-tokens.ts';
import { requireRecentSignIn, revokeSessions } from '#server/features/users/rules.ts';
import type { Guard, Routes } from '#server/http/route.ts';
import { deleteAccount } from './deletion.ts';
import { exportData, exportOnRequest } from './export.ts';
import { signIn } from './sign-in.ts';

export type AccountOptions = {
  tokens: AccessTokens;
  admit: Guard['admit'];
  /** Records outside the database that an account was deleted. */
  recordErased: (userId: string) => Promise<void>;
};

export function mountAccount(
  { guardedEndpoint, memberEndpoint, staffEndpoint }: Routes,
  core: Core,
  { tokens, admit }: Pick<AccountOptions, 'tokens' | 'admit'>,
): void {
  const { securityLog } = core;

  guardedEndpoint(
    contract.registerUser,
    async (c) => {
      const person = await core.identity.verify(bearerToken(c.req.raw));
      await admit({ userId: person.id }, contract.registerUser.method);
      return person;
    },
    async ({ c, viewer: person, body }) => {
      const language = parseLanguage(c.req.header('accept-language'));
      const registered = await signIn({ ...core, tokens }, person, { email: body.email, language });
      securityLog.info('access token issued', { account: person.id });
      return registered;
    },
  );

  memberEndpoint(contract.endSession, async ({ viewer }) => {
    await revokeSessions(core.db, viewer, core.clock());
    // If the moderator has an item open on another device, its page claims the item again.
    if (core.features.includes('staff')) await releaseModeratorClaims(core.db, viewer);
    securityLog.info('signed out', { account: viewer.userId });
    return undefined;
  });

  memberEndpoint(exportUser, async ({ viewer }) => {
    await requireRecentSignIn(core, viewer);
    return exportData(core, viewer);
  });

  staffEndpoint(exportAccount, ({ viewer, id }) =>
    exportOnRequest(core, bindStaffLog(core, viewer), requireId(id)),
  );

  memberEndpoint(contract.deleteUser, async ({ viewer }) => {
    await requireRecentSignIn(core, viewer);
    await deleteAccount(core, viewer);
    securityLog.info('account deleted', { account: viewer.userId });
    return undefined;
  });
}
