import type { Photo } from '#contract/photos.ts';
import type { PhotoRow } from '#server/db/photo-tables.ts';
import type { Db } from '#server/db/tables.ts';
import type { Viewer } from '#server/http/viewer.ts';
import type { Images } from '#server/integrations/images.ts';
import { listReportedPhotoIds } from './reports-repository.ts';
import { listOwnPhotos } from './repository.ts';

type Deps = { db: Db; images: Pick<Images, 'getUrl'> };

export function toPhoto({ images }: { images: Pick<Images, 'getUrl'> }, row: PhotoRow): Photo {
  return {
    _id: row.id,
    img: images.getUrl(row.picture_id),
    title: row.title,
    ...(row.width !== null && { width: row.width }),
    ...(row.height !== null && { height: row.height }),
    ...(row.placeholder !== null && { placeholder: row.placeholder }),
  };
}

/** Returns the member's own photos and the ids of the photos they reported. */
export async function listOwnPhotosAndReports(deps: Deps, viewer: Viewer) {
  const rows = await listOwnPhotos(deps.db, viewer);
  return {
    own: rows.map((row) => ({ ...toPhoto(deps, row), hidden: row.is_hidden === 1 })),
    reported: await listReportedPhotoIds(deps.db, viewer),
  };
}
