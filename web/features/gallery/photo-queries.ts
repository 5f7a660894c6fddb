import { queryOptions, useQuery } from '@tanstack/react-query';
import { listPhotos } from '#contract/photos.ts';
import { call } from '#web/api/client.ts';

const photosQuery = queryOptions({
  queryKey: ['photo-gallery'],
  queryFn: ({ signal }) => call(listPhotos, { signal }),
  meta: { public: true },
});

/** All photos, newest first; the same for everyone. */
export const usePhotos = () => useQuery(photosQuery);
