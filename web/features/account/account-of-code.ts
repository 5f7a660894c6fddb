import { useQuery } from '#web/api/queries.ts';
import { loadIdentityClient } from '#web/auth/auth-provider.tsx';

/** Reads the email address of the account that an emailed code belongs to. */
export const useAccountOfCode = (code: string) =>
  useQuery({
    queryKey: ['account-of-code', code],
    queryFn: async () => (await loadIdentityClient()).accountOfCode(code),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    // The query is public, because only the code decides what is shown, even if another user signs in.
    meta: { public: true },
  });
