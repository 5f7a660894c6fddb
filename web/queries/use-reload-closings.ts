import { useQueryClient } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { openTasksKey } from './open-tasks-query.ts';
import { closingsKey } from './staff-center-queries.ts';

/**
 * Returns a function that reloads the closings and donors of a center, and the number of donors to call at
 * all centers.
 */
export function useReloadClosings(centerId: string): () => Promise<void> {
  const { user } = useSession();
  const cache = useQueryClient();
  return async () => {
    const keys = [closingsKey(user?.uid, centerId), openTasksKey(user?.uid)];
    await Promise.all(keys.map((queryKey) => cache.invalidateQueries({ queryKey })));
  };
}
