import * as contract from '#contract/photos.ts';
import { createRequestLimit } from '#platform/http/limits.ts';
import type { Core } from '#server/core.ts';
import { readRequestKey } from '#server/http/idempotency-repository.ts';
import type { Routes } from '#server/http/route.ts';
import { MAX_REPORTS_PER_DAY, reportPhoto } from './reports.ts';
import { listPhotos } from './repository.ts';
import { addPhoto, deletePhoto, MAX_PHOTOS_PER_DAY } from './rules.ts';
import { listOwnPhotosAndReports, toPhoto } from './serialize.ts';

export function mountPhotos({ publicEndpoint, memberEndpoint }: Routes, core: Core): void {
  const deps = {
    ...core,
    countPhoto: createRequestLimit(core.limiters('photos', MAX_PHOTOS_PER_DAY)),
    countReport: createRequestLimit(core.limiters('reports', MAX_REPORTS_PER_DAY)),
  };

  publicEndpoint(contract.listPhotos, async ({ query }) =>
    (await listPhotos(deps.db, { ...query, limit: query.limit ?? contract.MAX_PAGE_SIZE })).map((row) =>
      toPhoto(deps, row),
    ),
  );

  memberEndpoint(contract.addPhoto, ({ c, viewer, body }) =>
    addPhoto(deps, viewer, body, readRequestKey(c.req.header('idempotency-key'), body)),
  );

  memberEndpoint(contract.deletePhoto, async ({ viewer, id }) => {
    await deletePhoto(deps, viewer, id);
    return undefined;
  });

  memberEndpoint(contract.reportPhoto, async ({ viewer, id }) => {
    await reportPhoto(deps, viewer, id);
    return undefined;
  });

  memberEndpoint(contract.listOwnPhotos, ({ viewer }) => listOwnPhotosAndReports(deps, viewer));
}
