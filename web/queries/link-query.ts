import { useLocation } from 'react-router';
import { ApiError } from '#web/api/errors.ts';
import { useQuery } from '#web/api/queries.ts';

type LinkRequest<Content> = (input: { body: { token: string }; signal: AbortSignal }) => Promise<Content>;

/** Loads what an emailed link shows. Its token is the fragment of the address. */
export function useLinkQuery<Content>(
  name: string,
  request: LinkRequest<Content>,
  { isDisabled }: { isDisabled: boolean },
) {
  const token = useLocation().hash.slice(1);
  const queryKey = [name, token];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => request({ body: { token }, signal }),
    enabled: token !== '' && !isDisabled,
    // The query is public, because only the token decides what is shown, even if another user signs in.
    meta: { public: true },
    // The question must not change while the reader is answering it.
    refetchOnWindowFocus: false,
  });
  const { error } = query;
  return {
    ...query,
    token,
    queryKey,
    isInvalid: token === '' || (error instanceof ApiError && (error.status === 404 || error.status === 422)),
    isExpired: error instanceof ApiError && error.code === 'link-expired',
  };
}
