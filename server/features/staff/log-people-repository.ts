import { randomBytes } from 'node:crypto';
import { forEachBatch } from '#platform/database/in-batches.ts';
import type { StaffLogErasureRow } from '#server/db/staff-tables.ts';
import type { Db, Trx } from '#server/db/tables.ts';
import type { Owner } from '#server/http/viewer.ts';
import { findPlace, isSigned, type PeopleOfRow, type PersonInRow, signErasure } from './log-people.ts';

type Place = { chain: string; seq: number };

/** Returns the keys of these accounts, and creates the missing ones. An account that is being deleted is waited for. */
export async function readPersonKeys(trx: Trx, userIds: readonly string[]): Promise<Map<string, string>> {
  const keys = new Map<string, string>();
  await forEachBatch(userIds, async (batch) => {
    for (;;) {
      const query = trx.selectFrom('person_keys').selectAll().where('user_id', 'in', batch);
      for (const { user_id, key } of await query.forShare().execute()) keys.set(user_id, key);
      const missing = batch.filter((id) => !keys.has(id));
      if (missing.length === 0) return;
      await trx
        .insertInto('person_keys')
        .values(missing.map((user_id) => ({ user_id, key: randomBytes(32).toString('base64url') })))
        .onConflict((c) => c.column('user_id').doNothing())
        .execute();
    }
  });
  return keys;
}

/** Adds who acted and whose data it was. `people` in the order of their encrypted ids in the row. */
export async function addPeople(
  trx: Trx,
  { chain, seq }: Place,
  { actor, people }: { actor: string | undefined; people: readonly string[] },
): Promise<void> {
  if (actor) await trx.insertInto('staff_log_actors').values({ chain, seq, user_id: actor }).execute();
  const rows = people.map((user_id, index) => ({ user_id, chain, seq, place: index + 1 }));
  await forEachBatch(rows, (batch) => trx.insertInto('staff_log_people').values(batch).execute());
}

/** Returns what the tables say about the accounts in some rows of a chain, by number. */
export async function readPeople(db: Db, chain: string, numbers: readonly number[]) {
  const found = new Map<
    number,
    { actor?: PersonInRow; people: PersonInRow[]; erasures: PeopleOfRow['erasures'] }
  >(numbers.map((seq) => [seq, { people: [], erasures: [] }]));
  const actors = await db
    .selectFrom('staff_log_actors as about')
    .leftJoin('person_keys as person', 'person.user_id', 'about.user_id')
    .select(['about.seq', 'about.user_id as userId', 'person.key'])
    .where('about.chain', '=', chain)
    .where('about.seq', 'in', numbers)
    .execute();
  for (const { seq, ...actor } of actors)
    Object.assign(found.get(seq) ?? {}, { actor: { ...actor, place: 0 } });
  const people = await db
    .selectFrom('staff_log_people as about')
    .leftJoin('person_keys as person', 'person.user_id', 'about.user_id')
    .select(['about.seq', 'about.user_id as userId', 'about.place', 'person.key'])
    .where('about.chain', '=', chain)
    .where('about.seq', 'in', numbers)
    .execute();
  for (const { seq, ...person } of people) found.get(seq)?.people.push(person);
  const erasures = db.selectFrom('staff_log_erasures').selectAll().where('chain', '=', chain);
  const bySeq = Map.groupBy(await erasures.where('seq', 'in', numbers).execute(), ({ seq }) => seq);
  for (const [seq, rows] of bySeq) Object.assign(found.get(seq) ?? {}, { erasures: rows });
  return found;
}

/** Makes entries about one person be about another: what was about a walk-in is now about the account. */
export const transferEntries = (trx: Trx, key: Uint8Array, from: string, to: string): Promise<void> =>
  replacePerson(trx, key, from, to);

/** Makes the log unable to tell that it is about this person. The rows stay, so the chain stays whole. */
export const forgetPerson = (trx: Trx, key: Uint8Array, { userId }: Owner): Promise<void> =>
  replacePerson(trx, key, userId, null);

/** Rows may have many people. */
const ROWS_AT_ONCE = 100;

/**
 * Deletes the key of a person, and signs where the log can therefore not be read any more. Signs only places that have
 * been this person's: otherwise somebody could assign rows to an account of theirs and delete it.
 */
async function replacePerson(trx: Trx, logKey: Uint8Array, userId: string, to: string | null): Promise<void> {
  // Entries about this person that are being added are waited for.
  const deleted = trx.deleteFrom('person_keys').where('user_id', '=', userId).returning('key');
  const key = (await deleted.executeTakeFirst())?.key ?? null;
  const replaced = await trx
    .selectFrom('staff_log_erasures')
    .selectAll()
    .where('replaced_by', '=', userId)
    .execute();
  const listed = trx
    .selectFrom('staff_log_people')
    .select(['chain', 'seq', 'place'])
    .where('user_id', '=', userId);
  const acted = trx.selectFrom('staff_log_actors').select(['chain', 'seq']).where('user_id', '=', userId);
  const places: (StaffLogErasureRow | (Place & { place: number | null }))[] = [
    ...replaced,
    ...(await listed.execute()),
    ...(await acted.execute()).map((each) => ({ ...each, place: 0 })),
  ];
  for (const [chain, ofChain] of Map.groupBy(places, (each) => each.chain))
    for (let start = 0; start < ofChain.length; start += ROWS_AT_ONCE) {
      const batch = ofChain.slice(start, start + ROWS_AT_ONCE);
      const rows = trx.selectFrom('staff_log').selectAll().where('chain', '=', chain);
      const erasures: StaffLogErasureRow[] = [];
      for (const row of await rows
        .where(
          'seq',
          'in',
          batch.map(({ seq }) => seq),
        )
        .execute())
        for (const each of batch.filter(({ seq }) => seq === row.seq)) {
          const place =
            'signature' in each
              ? isSigned(logKey, row, each) && each.place
              : findPlace(row, { userId, key, place: each.place });
          if (place === undefined || place === false) continue;
          const erasure = { place, replaced_by: to };
          erasures.push({ chain, seq: row.seq, ...erasure, signature: signErasure(logKey, row, erasure) });
        }
      await addErasures(trx, erasures, to);
    }
  await trx.deleteFrom('staff_log_people').where('user_id', '=', userId).execute();
  await trx.deleteFrom('staff_log_actors').where('user_id', '=', userId).execute();
}

async function addErasures(
  trx: Trx,
  erasures: readonly StaffLogErasureRow[],
  to: string | null,
): Promise<void> {
  if (erasures.length === 0) return;
  await trx
    .insertInto('staff_log_erasures')
    .values(erasures)
    .onConflict((c) =>
      c.columns(['chain', 'seq', 'place']).doUpdateSet(({ ref }) => ({
        replaced_by: ref('excluded.replaced_by'),
        signature: ref('excluded.signature'),
      })),
    )
    .execute();
  if (to === null) return;
  // The account may be in the same row already.
  await trx
    .insertInto('staff_log_people')
    .values(erasures.map(({ chain, seq, place }) => ({ user_id: to, chain, seq, place })))
    .onConflict((c) => c.columns(['user_id', 'chain', 'seq']).doNothing())
    .execute();
}
