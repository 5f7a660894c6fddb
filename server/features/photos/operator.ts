import type { Database } from '#platform/database/open.ts';
import { SetupError } from '#platform/errors.ts';
import type { Tables } from '#server/db/tables.ts';
import { type AddressDeps, listConfirmedMembers } from '#server/features/users/rules.ts';
import { pictureUrl } from '#server/integrations/images.ts';
import type { DecideAsOperator } from '#server/moderated-kind.ts';
import { MIN_ACCOUNT_AGE_MS } from './reports.ts';
import { countPhotosToReview, findPhoto, findReportedPhotos, listReporters } from './reports-repository.ts';
import type { OwnPhoto } from './repository.ts';

/**
 * Returns one line per photo with undecided reports, at most a hundred: first those over the hourly limit,
 * then hidden ones, then the others.
 */
export async function listReportedPhotos(
  { database, accounts }: Pick<AddressDeps, 'accounts'> & { database: Database },
  publicUrl: string,
  now: number,
): Promise<string> {
  const db = database.withTables<Tables>();
  const [rows, count] = [await findReportedPhotos(db), await countPhotosToReview(db)];
  if (count === 0) return 'No photos need a decision.';
  const ids = rows.map(({ id }) => id);
  const reports = await listReporters(db, ids, now - MIN_ACCOUNT_AGE_MS);
  const reporters = reports.map(({ user_id }) => user_id);
  const confirmed = await listConfirmedMembers({ db, accounts }, reporters);
  const first = rows.length < count ? `, the first ${rows.length} of them` : '';
  return [`Photos that need a decision: ${count}${first}`, ...rows.map(toLine)].join('\n');

  function toLine({ id, reports: total, reported_at, picture_id, user_id, title, ...row }: OwnPhoto): string {
    const counted = reports.filter(
      ({ photo_id, user_id }) => photo_id === id && confirmed.has(user_id),
    ).length;
    const counting = counted < total ? ` (${counted} counted)` : '';
    const reportCount = `${total} ${total === 1 ? 'report' : 'reports'}${counting}`;
    const since = `since ${new Date(reported_at ?? 0).toISOString()}`;
    const address = pictureUrl(publicUrl, picture_id);
    return [id, describeState(row), reportCount, since, address, `of ${user_id}`, quote(title)].join('  ');
  }
}

/** Keeps the photo, so that reports no longer hide it. @throws SetupError if the photo does not exist */
export async function approveReportedPhoto(decide: DecideAsOperator, id: string): Promise<string> {
  if ((await decide({ kind: 'photo', id, decision: 'keep' })).length === 0) throw notFoundError(id);
  return `Photo ${id}: kept. It stays visible. Further reports are listed but do not hide it.`;
}

/**
 * Removes every photo of the same picture and blocks the picture. The outbox removes the stored picture,
 * except at a hosted image service.
 * @throws SetupError if there is no such photo
 */
export async function removeReportedPhoto(
  database: Database,
  { decide, publicUrl }: { decide: DecideAsOperator; publicUrl: string },
  id: string,
): Promise<string> {
  const photo = await findPhoto(database.withTables<Tables>(), id);
  const removed = await decide({ kind: 'photo', id, decision: 'remove' });
  if (!photo || removed.length === 0) throw notFoundError(id);
  const others = removed.length - 1;
  const copies = others === 0 ? '' : ` with ${others} more of the same picture`;
  const address = pictureUrl(publicUrl, photo.picture_id);
  const picture =
    address === photo.picture_id
      ? `Delete the picture at the image service too: ${address}.`
      : `The picture is deleted within seconds, or when the site runs again: ${address}.`;
  return `Photo ${id}: removed${copies}. ${picture}`;
}

function describeState({
  hidden_at,
  over_limit_at,
  kept_at,
  is_hidden,
}: Pick<OwnPhoto, 'hidden_at' | 'over_limit_at' | 'kept_at' | 'is_hidden'>) {
  if (hidden_at !== null) return 'hidden';
  if (is_hidden === 1) return 'hidden with an earlier photo of the picture';
  if (over_limit_at !== null) return 'shown, over the hourly limit';
  return kept_at === null ? 'shown' : 'shown, kept before';
}

/**
 * Replaces control characters in user input with spaces, so that it cannot control the operator's terminal.
 */
const quote = (title: string): string => JSON.stringify(title.replace(/\p{C}/gu, ' '));

const notFoundError = (id: string): SetupError => new SetupError(`There is no photo ${id}.`);
