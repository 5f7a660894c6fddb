import { listPhotos } from '#contract/photos.ts';
import { call } from '#web/api/client.ts';
import { queryOptions, useQuery } from '#web/api/queries.ts';

const photosQuery = queryOptions({
  queryKey: ['photo-gallery'],
  queryFn: ({ signal }) => call(listPhotos, { signal }),
  meta: { public: true },
});

/** All photos, newest first; the same for everyone. */
export const usePhotos = () => useQuery(photosQuery);
