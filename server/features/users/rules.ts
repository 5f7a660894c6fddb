import type { Kysely } from 'kysely';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import type { Outbox } from '#platform/outbox.ts';
import type { Clock } from '#platform/time.ts';
import type { Viewer } from '#server/http/viewer.ts';
import type { Tables } from '#server/schema/tables.ts';
import type { Identity } from '#server/third-parties/identity.ts';
import type { AccessTokens } from './access-tokens.ts';
import { addSession, removeUser, upsertUser } from './repository.ts';

type SignIn = { db: Kysely<Tables>; clock: Clock; identity: Identity; tokens: AccessTokens };

/** Exchanges an identity token for an access token that lives no longer than it. */
export async function registerUser({ db, clock, identity, tokens }: SignIn, idToken: string, email: string) {
  const person = await identity.verify(idToken);
  if (!person.email) throw new AppError('no-email');
  if (person.email !== email.toLowerCase()) throw new AppError('not-yours');

  const now = clock();
  const session = { id: newId(), userId: person.id, createdAt: now, expiresAt: person.expiresAt };
  const user = { id: person.id, email: person.email, now };
  const { created, changed } = await db.transaction().execute(async (trx) => {
    await addSession(trx, session);
    return upsertUser(trx, user);
  });
  return {
    token: await tokens.issue(session),
    result: {
      acknowledged: true,
      matchedCount: created ? 0 : 1,
      modifiedCount: changed ? 1 : 0,
      ...(created && { upsertedId: person.id }),
    },
  };
}

/** What another feature does when an account goes: inside the transaction that removes the user. */
export type Farewell = (trx: Parameters<typeof removeUser>[0], viewer: Viewer) => Promise<void>;

/** Removes the person's data in one transaction; the identity account follows through the outbox. */
export async function deleteUser(
  { db, outbox }: { db: Kysely<Tables>; outbox: Outbox },
  viewer: Viewer,
  farewells: readonly Farewell[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const farewell of farewells) await farewell(trx, viewer);
    await removeUser(trx, viewer);
    await outbox.add(trx, 'remove-identity', { userId: viewer.userId });
  });
  await outbox.deliver();
}
