import type { Database } from '#platform/database/open.ts';
import { newId } from '#platform/ids.ts';
import { openSecrets } from '#platform/secrets.ts';
import { hours, systemClock } from '#platform/time.ts';
import { createAccessTokens } from '#server/features/users/access-tokens.ts';
import { addSession, upsertUser } from '#server/features/users/repository.ts';
import type { Tables } from '#server/schema/tables.ts';
import type { Member } from './calls.ts';

/** Signed-in members of the site at `url` that runs on `database`, without the time that so many passwords take. */
export async function addMembers(database: Database, url: string, count: number): Promise<Member[]> {
  const db = database.withTables<Tables>();
  const secrets = await openSecrets({ db: database });
  const key = new TextEncoder().encode(await secrets('access-token-key'));
  const tokens = createAccessTokens({ db, key, issuer: `${url}/api`, clock: systemClock });
  const members: Member[] = [];
  await db.transaction().execute(async (trx) => {
    for (let n = 0; n < count; n += 1) {
      const now = systemClock();
      const email = `donor-${n}-${newId()}@example.org`;
      const user = { id: newId(), email, emailVerified: true, issuedAt: now, now };
      const session = {
        id: newId(),
        userId: user.id,
        createdAt: now,
        expiresAt: now + hours(1),
        identitySession: null,
        authTime: now,
      };
      await upsertUser(trx, user);
      await addSession(trx, session);
      members.push({ email: user.email, token: await tokens.issue(session) });
    }
  });
  return members;
}
