import type { Kysely } from 'kysely';
import * as contract from '#contract/photos.ts';
import type { Outbox } from '#platform/outbox.ts';
import type { Clock } from '#platform/time.ts';
import type { Routes } from '#server/http/route.ts';
import type { PhotoTable, Tables } from '#server/schema/tables.ts';
import type { Images } from '#server/third-parties/images.ts';
import { listPhotos } from './repository.ts';
import { addPhoto, deletePhoto, reportPhoto } from './rules.ts';

type Options = { db: Kysely<Tables>; clock: Clock; images: Images; outbox: Outbox };

export function mountPhotos({ open, member }: Routes, options: Options): void {
  open(contract.listPhotos, async ({ query }) => (await listPhotos(options.db, query)).map(toPhoto));

  member(contract.addPhoto, ({ viewer, body }) => addPhoto(options, viewer, body));

  member(contract.deletePhoto, async ({ viewer, id }) => {
    await deletePhoto(options, viewer, id);
    return undefined;
  });

  member(contract.reportPhoto, async ({ viewer, id }) => {
    await reportPhoto(options, viewer, id);
    return undefined;
  });
}

export function toPhoto(row: PhotoTable): contract.Photo {
  return {
    _id: row.id,
    img: row.img,
    title: row.title,
    ...(row.width !== null && { width: row.width }),
    ...(row.height !== null && { height: row.height }),
    ...(row.placeholder !== null && { placeholder: row.placeholder }),
  };
}
