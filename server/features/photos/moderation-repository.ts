import type { ExpressionBuilder } from 'kysely';
import { hours } from '#platform/time.ts';
import type { Db, Tables, Trx } from '#server/schema/tables.ts';

/**
 * Whether nobody but its owner sees a photo: reports have hidden it or an earlier photo of its picture, and the operator
 * has not kept it. Derived, so that it also covers a copy saved at the same moment. Reports on a later photo do
 * not count: a copy under another title must not take the original down.
 */
export const isHidden = (e: ExpressionBuilder<Tables, 'photos'>) =>
  e.and([
    e('photos.kept_at', 'is', null),
    e.exists(
      e
        .selectFrom('photos as hidden')
        .select('hidden.id')
        .whereRef('hidden.img', '=', 'photos.img')
        .whereRef('hidden.id', '<=', 'photos.id')
        .where('hidden.hidden_at', 'is not', null),
    ),
  ]);

/** `isHidden` as a column; a number, since SQLite has no booleans. */
export const hiddenColumn = (e: ExpressionBuilder<Tables, 'photos'>) =>
  e.case().when(isHidden(e)).then(1).else(0).end().as('is_hidden');

/** Whether reports have hidden a photo of this picture, or the operator has removed it. */
export async function isModerated(db: Db, img: string): Promise<boolean> {
  const row = await db
    .selectFrom('moderated_pictures')
    .select('img')
    .where('img', '=', img)
    .executeTakeFirst();
  return row !== undefined;
}

/** From now on nobody can add a photo of this picture. */
export async function blockPicture(trx: Trx, img: string, now: number): Promise<void> {
  await trx
    .insertInto('moderated_pictures')
    .values({ img, decided_at: now })
    .onConflict((c) => c.column('img').doNothing())
    .execute();
}

/** Unless another photo of the picture is hidden. */
export async function unblockPicture(trx: Trx, img: string): Promise<void> {
  await trx
    .deleteFrom('moderated_pictures')
    .where('img', '=', img)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('photos').select('id').where('img', '=', img).where('hidden_at', 'is not', null)),
      ),
    )
    .execute();
}

/**
 * Takes one of the hour's slots; false when all have been used within the last hour. Each slot is one conditional write,
 * so that many at once never hide more than `max` in any hour.
 */
export async function takeHidingSlot(trx: Trx, { now, max }: { now: number; max: number }): Promise<boolean> {
  for (let slot = 1; slot <= max; slot += 1) {
    const taken = await trx
      .insertInto('photo_hidings')
      .values({ slot, hidden_at: now })
      .onConflict((c) =>
        c
          .column('slot')
          .doUpdateSet({ hidden_at: now })
          .where((e) =>
            e.or([
              e('photo_hidings.hidden_at', '<=', now - hours(1)),
              // No clock that is right is so far ahead: the one that wrote this was wrong.
              e('photo_hidings.hidden_at', '>', now + hours(1)),
            ]),
          ),
      )
      .returning('slot')
      .executeTakeFirst();
    if (taken) return true;
  }
  return false;
}
