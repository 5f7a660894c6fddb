import { useMemo, useSyncExternalStore } from 'react';
import { listOwnPhotos, listPhotos, type Photo } from '#contract/photos.ts';
import { call } from '#web/api/client.ts';
import {
  infiniteQueryOptions,
  queryOptions,
  skipToken,
  useInfiniteQuery,
  useQuery,
} from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { createValueStore } from '#web/components/value-store.ts';
import { loadPage, nextPageCursor, type PhotoPages, photosOf } from './photo-pages.ts';

const photosQuery = infiniteQueryOptions({
  queryKey: ['photo-gallery'],
  queryFn: ({ pageParam, client, queryKey, signal }) =>
    loadPage(pageParam, client.getQueryData<PhotoPages>(queryKey), (query) =>
      call(listPhotos, { query, signal }),
    ),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page, _, askedWith) => nextPageCursor(page, askedWith),
  select: photosOf,
  meta: { public: true },
});

type PhotoPagesState = {
  /** Newest first; undefined until the first have come. */
  photos: readonly Photo[] | undefined;
  /** Why the first photos, or their news, did not come. */
  error: Error | null;
  /** True while the first photos are asked for, for the first time or anew. */
  busy: boolean;
  /** Asks for the newest photos again; what is loaded beyond them stays. */
  reload: () => void;
  more: NextPageState;
};

/** What comes after the photos that are loaded. */
export type NextPageState = {
  /** False at the end of the wall. */
  toCome: boolean;
  busy: boolean;
  /** Why the last attempt failed. */
  error: Error | null;
  load: () => void;
};

/** All photos, newest first, as far as somebody has looked; the same for everyone. */
export function usePhotos(): PhotoPagesState {
  const query = useInfiniteQuery(photosQuery);
  const { data, error, isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage } = query;
  const gone = useSyncExternalStore(removedPhotos.subscribe, removedPhotos.read);
  const photos = useMemo(() => data?.filter(({ _id }) => !gone.has(_id)), [data, gone]);
  return {
    photos,
    error: isFetchNextPageError ? null : error,
    busy: isFetching && !isFetchingNextPage,
    reload: () => void query.refetch(),
    more: {
      toCome: hasNextPage,
      busy: isFetchingNextPage,
      error: isFetchNextPageError && !isFetchingNextPage ? error : null,
      load: () => {
        if (!isFetching) void query.fetchNextPage();
      },
    },
  };
}

/** Keyed by the person, so that a shared browser never mixes two. */
export const ownPhotosQuery = (uid: string | undefined) =>
  queryOptions({
    queryKey: ['own-photos', uid],
    queryFn: uid ? ({ signal }) => call(listOwnPhotos, { signal }) : skipToken,
  });

/** The signed-in member's own photos, and which they have reported; asks for nothing while nobody is signed in. */
export const useOwnPhotos = () => useQuery(ownPhotosQuery(useSession().user?.uid));

/** Photos that their owner has just deleted: they leave the wall before, and whatever, the server answers. */
const removedPhotos = createValueStore<ReadonlySet<string>>(new Set());

export const hidePhoto = (id: string): void => removedPhotos.set(new Set([...removedPhotos.read(), id]));

/** The photo could not be deleted, and stands where it stood. */
export const restorePhoto = (id: string): void =>
  removedPhotos.set(new Set([...removedPhotos.read()].filter((other) => other !== id)));
