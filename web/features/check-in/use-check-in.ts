import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Center } from '#contract/centers.ts';
import { type Day, dayAt } from '#contract/days.ts';
import type { WalkInDetails } from '#contract/staff-check-in.ts';
import { randomKey } from '#web/api/random-key.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import type { CheckInState, CheckInStore } from './device/check-in-store.ts';
import { discardIfSignedOut, getCheckInStore, sendUnsent } from './device/devices.ts';
import type { StatusOperation } from './device/operations.ts';
import { preloadDecoder } from './scan/read-code.ts';
import { hourAt } from './texts.ts';

/**
 * Interval between refreshes. Reconnecting does not refresh earlier, because all devices of a center
 * reconnect at the same moment.
 */
const REFRESH_MS = 15_000;

export type NewStatus = Pick<StatusOperation, 'appointmentId' | 'status' | 'deferredUntil' | 'isScan'>;

export type CheckInActions = {
  setStatus: (change: NewStatus) => void;
  /**
   * Returns once the walk-in is stored or sent. Repeating the operation adds no second one.
   * @throws Error if neither is possible
   */
  addWalkIn: (details: WalkInDetails, operationId: string) => Promise<void>;
  checkIn: CheckInStore;
};

/** Returns the day at a center by the server's clock, as last measured by this device. */
export const useToday = (center: Center): Day => useCenterClock(center, dayAt);

/** Returns the start of the current hour at a center, such as `13:00`, by the same clock. */
export const useHour = (center: Center): string => useCenterClock(center, hourAt);

function useCenterClock<Value>(center: Center, read: (center: Center, at: number) => Value): Value {
  const { user } = useSession();
  const { subscribe, now } = getCheckInStore({ userId: user?.uid ?? '', centerId: center._id });
  return useSyncExternalStore(subscribe, () => read(center, now()));
}

/** Returns today's list at a center, on this device. The list is refreshed while the page is visible. */
export function useCheckIn(centerId: string): CheckInState & StoringActions {
  const { user } = useSession();
  const userId = user?.uid ?? '';
  const checkIn = getCheckInStore({ userId, centerId });
  const state = useSyncExternalStore(checkIn.subscribe, checkIn.getState);

  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState !== 'visible') return;
      void checkIn.sync();
      // Send the queues of other centers as well.
      void sendUnsent(userId);
    };
    refresh();
    void preloadDecoder();
    const timer = setInterval(refresh, REFRESH_MS);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [checkIn, userId]);
  useEffect(() => () => discardIfSignedOut(userId), [userId]);

  const actions = useMemo(() => createActions(checkIn), [checkIn]);
  return { ...state, ...actions };
}

export type StoringActions = Omit<CheckInActions, 'setStatus'> & {
  /** Returns the id of the operation once it is stored. */
  setStatus: (change: NewStatus) => Promise<string>;
};

function createActions(checkIn: CheckInStore): StoringActions {
  const getTime = () => new Date(checkIn.now()).toISOString();
  return {
    async setStatus(change) {
      const operationId = randomKey();
      await checkIn.add({ kind: 'status', ...change, at: getTime(), operationId });
      return operationId;
    },
    addWalkIn(details, operationId) {
      const wasOffline = !navigator.onLine || checkIn.getState().error !== undefined;
      const visit = { at: getTime(), operationId, ...(wasOffline && { wasOffline }) };
      return checkIn.addWalkIn({ ...details, ...visit });
    },
    checkIn,
  };
}
