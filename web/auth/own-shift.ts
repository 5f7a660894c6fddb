import type * as z from 'zod/mini';
import { OwnStaff } from '#contract/staff.ts';
import { toDeviceTime } from '#web/api/site-clock.ts';
import { deleteCheckInLists } from './persistence.ts';
import { clearUserStorage, loadUserData, saveUserData } from './user-storage.ts';

type Staff = z.infer<typeof OwnStaff>;

const storageKey = 'bloodBuddiesStaff';

/**
 * Returns the caller's roles and shift as last received, even while offline, or undefined once the shift is
 * over. The end is measured by this device's clock, which may be wrong by hours.
 */
export function readStoredStaff(userId: string | undefined): Staff | undefined {
  const staff = loadUserData(storageKey, userId, OwnStaff)?.value;
  return staff && Date.parse(staff.shiftEndsAt) > Date.now() ? staff : undefined;
}

/**
 * Deletes the data that the device keeps for the shift. Unsent changes stay
 * (check-in/device/device-storage.ts).
 */
export function discardShift(): void {
  clearUserStorage(storageKey);
  deleteCheckInLists();
}

export const saveStaff = (userId: string, staff: Staff): void =>
  saveUserData(storageKey, userId, { ...staff, shiftEndsAt: toDeviceTime(staff.shiftEndsAt) });
