import { listOwnPhotos } from '#contract/photos.ts';
import { call } from '#web/api/client.ts';
import { queryOptions, skipToken, useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/session/session.tsx';

/** Keyed by the person, so that a shared browser never mixes two. */
export const ownPhotosQuery = (uid: string | undefined) =>
  queryOptions({
    queryKey: ['own-photos', uid],
    queryFn: uid ? ({ signal }) => call(listOwnPhotos, { signal }) : skipToken,
  });

/** The signed-in member's own photos, and which they have reported; asks for nothing while nobody is signed in. */
export const useOwnPhotos = () => useQuery(ownPhotosQuery(useSession().user?.uid));
