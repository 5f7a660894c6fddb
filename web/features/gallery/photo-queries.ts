import { useMemo, useSyncExternalStore } from 'react';
import { listOwnPhotos, listPhotos, type Photo } from '#contract/photos.ts';
import { call } from '#web/api/client.ts';
import {
  fromPage,
  infiniteQueryOptions,
  queryOptions,
  skipToken,
  useInfiniteQuery,
  useQuery,
} from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { pageData } from '#web/before-react/page-data.ts';
import { createValueStore } from '#web/components/value-store.ts';
import { listLoadedPhotos, loadPage, nextPageCursor, type PhotoPages } from './photo-pages.ts';

const photosQuery = infiniteQueryOptions({
  queryKey: ['photo-gallery'],
  queryFn: ({ pageParam, client, queryKey, signal }) =>
    loadPage(pageParam, client.getQueryData<PhotoPages>(queryKey), (query) =>
      call(listPhotos, { query, signal }),
    ),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page, _, cursor) => nextPageCursor(page, cursor),
  select: listLoadedPhotos,
  ...fromPage(() => toFirstPage(pageData().lists.photos)),
  meta: { public: true },
});

/** Returns the photos in the landing page's HTML as the first page of the list. There may be more photos. */
const toFirstPage = (photos: readonly Photo[] | undefined): PhotoPages | undefined =>
  photos && { pages: [{ photos, hasMore: photos.length > 0 }], pageParams: [undefined] };

type PhotoPagesState = {
  /** The photos, newest first. Undefined until the first page has loaded. */
  photos: readonly Photo[] | undefined;
  /** The reason why the first page could not be loaded or reloaded. */
  error: Error | null;
  /** True while the first page is loaded or reloaded. */
  isLoading: boolean;
  /** True while the photos are those in the HTML of the page. */
  isFromPage: boolean;
  /** Reloads the newest photos and keeps the pages after them. */
  reload: () => void;
  nextPage: NextPageState;
};

/** The state of the page after the loaded photos. */
export type NextPageState = {
  /** False when all photos are loaded. */
  hasMore: boolean;
  isLoading: boolean;
  /** The reason why the last attempt failed. */
  error: Error | null;
  /**
   * False after a failed attempt, and while another page is loaded or reloaded, when `load` would do nothing.
   */
  canLoad: boolean;
  load: () => void;
};

/** Returns the loaded photos of all members, newest first. */
export function usePhotos(): PhotoPagesState {
  const query = useInfiniteQuery(photosQuery);
  const { data, error, isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage } = query;
  const hiddenIds = useSyncExternalStore(deletedIds.subscribe, deletedIds.read, deletedIds.read);
  const photos = useMemo(() => data?.filter(({ _id }) => !hiddenIds.has(_id)), [data, hiddenIds]);
  return {
    photos,
    error: isFetchNextPageError ? null : error,
    isLoading: isFetching && !isFetchingNextPage,
    isFromPage: query.dataUpdatedAt === 0,
    reload: () => void query.refetch(),
    nextPage: {
      hasMore: hasNextPage,
      isLoading: isFetchingNextPage,
      error: isFetchNextPageError && !isFetchingNextPage ? error : null,
      canLoad: hasNextPage && !isFetching && !isFetchNextPageError,
      load: () => {
        if (!isFetching) void query.fetchNextPage();
      },
    },
  };
}

/** The query key contains the user id, so that users of a shared browser never see each other's photos. */
export const ownPhotosQuery = (uid: string | undefined) =>
  queryOptions({
    queryKey: ['own-photos', uid],
    queryFn: uid ? ({ signal }) => call(listOwnPhotos, { signal }) : skipToken,
  });

/**
 * Returns the signed-in member's own photos and the ids of reported ones. Sends no request while signed out.
 */
export const useOwnPhotos = () => useQuery(ownPhotosQuery(useSession().user?.uid));

/** Ids of photos that the user deleted. They are hidden before the server responds. */
const deletedIds = createValueStore<ReadonlySet<string>>(new Set());

export const hidePhoto = (id: string): void => deletedIds.set(new Set([...deletedIds.read(), id]));

/** Shows the photo again after a failed delete. */
export const restorePhoto = (id: string): void =>
  deletedIds.set(new Set([...deletedIds.read()].filter((hiddenId) => hiddenId !== id)));
