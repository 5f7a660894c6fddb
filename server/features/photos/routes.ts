import * as contract from '#contract/photos.ts';
import { requestKey } from '#server/http/idempotency-repository.ts';
import type { Routes } from '#server/http/route.ts';
import { type ReportDeps, reportPhoto } from './reports.ts';
import { listPhotos } from './repository.ts';
import { addPhoto, deletePhoto, type PhotoDeps } from './rules.ts';
import { ownPhotos, toPhoto } from './serialize.ts';

export function mountPhotos({ publicEndpoint, memberEndpoint }: Routes, deps: PhotoDeps & ReportDeps): void {
  publicEndpoint(contract.listPhotos, async ({ query }) =>
    (await listPhotos(deps.db, { ...query, limit: query.limit ?? contract.MAX_PAGE_SIZE })).map((row) =>
      toPhoto(deps, row),
    ),
  );

  memberEndpoint(contract.addPhoto, ({ c, viewer, body }) =>
    addPhoto(deps, viewer, body, requestKey(c.req.header('idempotency-key'), body)),
  );

  memberEndpoint(contract.deletePhoto, async ({ viewer, id }) => {
    await deletePhoto(deps, viewer, id);
    return undefined;
  });

  memberEndpoint(contract.reportPhoto, async ({ viewer, id }) => {
    await reportPhoto(deps, viewer, id);
    return undefined;
  });

  memberEndpoint(contract.listOwnPhotos, ({ viewer }) => ownPhotos(deps, viewer));
}
