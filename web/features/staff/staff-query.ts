import { getStaffMember, joinStaff } from '#contract/staff.ts';
import { call } from '#web/api/client.ts';
import { ApiError } from '#web/api/errors.ts';
import { queryOptions } from '#web/api/queries.ts';
import { discardShift, readStoredStaff, saveStaff } from '#web/auth/own-shift.ts';

/**
 * A shift that was ended elsewhere disappears from an open page within 2 seconds. TanStack Query refetches
 * only while the tab is visible, and immediately when it becomes visible again.
 */
const REFRESH_MS = 1_500;

/** Whether the shift has ended or the last role was revoked. */
const isOver = (error: unknown): boolean =>
  isNotFound(error) || (error instanceof ApiError && error.code === 'shift-ended');

/** Whether the error is a 404 of our server, not of a proxy. */
const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 404 && error.code !== 'unknown';

async function readStaff(signal: AbortSignal) {
  try {
    return await call(getStaffMember, { signal });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  await call(joinStaff, { body: {}, signal });
  return await call(getStaffMember, { signal });
}

/**
 * Loads the caller's roles and shift. Accepts the invitations to the caller's address if there is no role
 * yet.
 */
export const staffQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['staff', userId, 'me'],
    queryFn: async ({ signal }) => {
      const staff = await readStaff(signal).catch((error: unknown) => {
        // While offline, the device itself measures the 12 hours of the shift.
        if (isOver(error) || !readStoredStaff(userId)) discardShift();
        throw error;
      });
      if (userId) saveStaff(userId, staff);
      return staff;
    },
    // Start with the stored roles and shift, so that the pages open offline.
    initialData: () => readStoredStaff(userId),
    initialDataUpdatedAt: 0,
    // Do not poll without a role and a shift: nothing can end, and each request would briefly show the page's
    // spinner. The query runs again when the tab becomes visible.
    refetchInterval: ({ state }) => state.data !== undefined && !isNotFound(state.error) && REFRESH_MS,
  });

/**
 * Options of lists whose every request is recorded in the staff log. Such a list loads only when its page
 * opens and after a change.
 */
export const loggedQuery = {
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnMount: 'always',
  refetchOnReconnect: false,
} as const;
