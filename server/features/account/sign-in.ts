import type { Language } from '#contract/languages.ts';
import type { Core } from '#server/core.ts';
import { listRoles } from '#server/features/staff/rules.ts';
import type { AccessTokens } from '#server/features/users/access-tokens.ts';
import { registerUser } from '#server/features/users/rules.ts';
import type { IdentityService, IdTokenClaims } from '#server/integrations/identity.ts';

type SignInCore = Pick<Core, 'db' | 'clock' | 'features'> & {
  identity: Pick<IdentityService, 'findActiveSession'>;
  tokens: Pick<AccessTokens, 'issue'>;
};

/**
 * Exchanges an ID token for an access token that expires no later than the ID token.
 * @throws the errors of `registerUser`
 */
export async function signIn(
  core: SignInCore,
  person: IdTokenClaims,
  fields: { email: string; language?: Language },
) {
  const { sessionId: id, created, changed } = await registerUser(core, person, fields);
  const { id: userId, expiresAt } = person;
  const isStaff =
    !created && core.features.includes('staff') && (await listRoles(core.db, { userId })).length > 0;
  return {
    token: await core.tokens.issue({ id, userId, expiresAt, isStaff }),
    result: {
      acknowledged: true,
      matchedCount: created ? 0 : 1,
      modifiedCount: changed ? 1 : 0,
      ...(created && { upsertedId: userId }),
    },
  };
}
