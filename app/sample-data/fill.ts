import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Database } from '#platform/database/open.ts';
import { newId } from '#platform/ids.ts';
import type { Tables } from '#server/db/tables.ts';
import { addPhotos, listPhotos, type NewPhoto } from '#server/features/photos/repository.ts';
import { addSeededReviews, listReviews } from '#server/features/reviews/repository.ts';
import { countUsers } from '#server/features/users/repository.ts';
import type { Images } from '#server/integrations/images.ts';
import { samplePhotos } from './photos.ts';
import { sampleReviews } from './reviews.ts';

/** Uploads one picture to the image host and returns its URL. */
export type Upload = (picture: File) => Promise<string>;

type ImageHost = { uploadUrl: string; key: string; adminToken: string; fetch: typeof fetch };

/** Returns an uploader that sends the administrator's token, so that its uploads are not rate limited. */
export function createUploader({ uploadUrl, key, adminToken, fetch }: ImageHost): Upload {
  return async (picture) => {
    const body = new FormData();
    body.set('image', picture);
    const headers = { authorization: `Bearer ${adminToken}` };
    const response = await fetch(`${uploadUrl}?key=${key}`, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`The image host responded with ${response.status} to a sample photo.`);
    return ((await response.json()) as { data: { url: string } }).data.url;
  };
}

const owner = 'samples';

/**
 * Inserts sample reviews and photos into an empty site, and uploads the photos to the image host. Writes all
 * rows in one transaction at the end, so that an interrupted run is repeated at the next start. Returns
 * whether it inserted anything.
 */
export async function insertSampleData(database: Database, images: Images, upload: Upload): Promise<boolean> {
  const db = database.withTables<Tables>();
  const [photo] = await listPhotos(db, { limit: 1 });
  const [review] = await listReviews(db);
  if (photo || review || (await countUsers(db)) > 0) return false;

  const photos: NewPhoto[] = [];
  for (const { file, title } of samplePhotos.toReversed()) {
    const address = await upload(new File([await readFile(file)], basename(file.pathname)));
    const { pictureId, width = null, height = null, placeholder = null } = await images.describe(address);
    photos.push({
      id: newId(),
      user_id: owner,
      picture_id: pictureId,
      title,
      width,
      height,
      placeholder,
    });
  }
  const reviews = sampleReviews.map((review) => ({ id: newId(), ...review }));
  await db.transaction().execute(async (trx) => {
    await addPhotos(trx, photos);
    await addSeededReviews(trx, reviews);
  });
  return true;
}
