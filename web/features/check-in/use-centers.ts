import * as z from 'zod/mini';
import { listStaffCenters } from '#contract/center-administration.ts';
import { Center } from '#contract/centers.ts';
import { call } from '#web/api/client.ts';
import { NetworkError } from '#web/api/errors.ts';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { staffCentersQuery } from '#web/queries/staff-center-queries.ts';
import { createShiftStorage } from './device/devices.ts';

/** Loads the centers of the person, and while offline returns the last ones received. */
export function useCenters() {
  const { user } = useSession();
  return useQuery({
    ...staffCentersQuery(user?.uid),
    queryFn: async ({ signal }) => {
      const storage = createShiftStorage(user?.uid ?? '');
      const name = `centers ${user?.uid}`;
      try {
        const centers = await call(listStaffCenters, { signal });
        // Ignore errors: if nothing can be stored, the page still works while it is online.
        await storage.write(name, centers).catch(() => undefined);
        return centers;
      } catch (error) {
        const stored =
          error instanceof NetworkError
            ? await storage.read(name, z.array(Center)).catch(() => undefined)
            : undefined;
        if (!stored) throw error;
        return stored;
      }
    },
  });
}
