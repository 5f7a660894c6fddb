import {
  getBloodRequest,
  listBloodRequests,
  listOwnBloodRequests,
  listRequestMessages,
  type RequestDetails,
} from '#contract/blood-requests.ts';
import { call } from '#web/api/client.ts';
import { fromPage, queryOptions, skipToken } from '#web/api/queries.ts';
import { pageData } from '#web/before-react/page-data.ts';

/** Donors agree and give within seconds, and nobody should travel in vain. */
const REFRESH_MS = 5000;

/** The open requests of the site, the earliest first. */
export const requestsQuery = queryOptions({
  queryKey: ['requests'],
  queryFn: ({ signal }) => call(listBloodRequests, { signal }),
  refetchInterval: REFRESH_MS,
  ...fromPage(() => pageData().lists.requests),
  meta: { public: true },
});

/** The requests that the member has asked for or agreed to. */
export const ownRequestsQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['requests', 'own', userId],
    queryFn: userId === undefined ? skipToken : ({ signal }) => call(listOwnBloodRequests, { signal }),
  });

const requestKey = (id: string, userId: string | undefined) => ['requests', id, userId];

/** A request with what concerns the member. */
export const requestQuery = (id: string, userId: string | undefined) =>
  queryOptions({
    queryKey: requestKey(id, userId),
    queryFn: ({ signal }) => call(getBloodRequest, { signal, params: { id } }),
    refetchInterval: REFRESH_MS,
    ...fromPage(() => findInPage(id)),
  });

/** Returns the request from the page's data, if the page is about it. */
export function findInPage(id: string): RequestDetails | undefined {
  const { request } = pageData();
  return request?._id === id ? request : undefined;
}

export const messagesQuery = (id: string, userId: string | undefined) =>
  queryOptions({
    queryKey: [...requestKey(id, userId), 'messages'],
    queryFn: ({ signal }) => call(listRequestMessages, { signal, params: { id } }),
    refetchInterval: REFRESH_MS,
  });
