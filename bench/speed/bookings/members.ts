import { openDatabase } from '../../../platform/database/open.ts';
import { openSecrets } from '../../../platform/secrets.ts';
import { hours, systemClock } from '../../../platform/time.ts';
import { createAccessTokens } from '../../../server/features/users/access-tokens.ts';
import { registerUser } from '../../../server/features/users/rules.ts';
import type { Tables } from '../../../server/schema/tables.ts';

/** Somebody who is signed in. */
export type Member = { email: string; token: string };

/** Members with these user ids of a running embedded site, by its own rules, with no password to hash for each. */
export async function makeMembers(
  { url, dataDir }: { url: string; dataDir: string },
  ids: string[],
): Promise<Member[]> {
  const database = await openDatabase({ dataDir });
  try {
    const db = database.withTables<Tables>();
    const secrets = await openSecrets({ db: database, dataDir });
    const key = new TextEncoder().encode(await secrets('access-token-key'));
    const tokens = createAccessTokens({ db, key, issuer: `${url}/api`, clock: systemClock });
    const members: Member[] = [];
    for (const id of ids) {
      const issuedAt = systemClock();
      const person = { id, email: `donor-${id}@example.org`, issuedAt, expiresAt: issuedAt + hours(1) };
      const identity = { isSessionActive: async () => true };
      const { token } = await registerUser({ db, clock: systemClock, tokens, identity }, person, {
        email: person.email,
      });
      members.push({ email: person.email, token });
    }
    return members;
  } finally {
    await database.destroy();
  }
}
