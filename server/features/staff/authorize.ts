import { centerRoles, type StaffAccess, staffRoles } from '#contract/staff-access.ts';
import { AppError } from '#platform/errors.ts';
import { describeBrowser } from '#platform/http/describe-browser.ts';
import { newId } from '#platform/ids.ts';
import { getContext } from '#platform/observability/request-context.ts';
import { hours } from '#platform/time.ts';
import type { Core } from '#server/core.ts';
import type { StaffShiftRow } from '#server/db/staff-tables.ts';
import type { Db, SessionRow } from '#server/db/tables.ts';
import { findSignIn } from '#server/features/users/rules.ts';
import type { GrantedRole, StaffMember, StaffTarget, Viewer } from '#server/http/viewer.ts';
import { findAppointmentCenter } from './appointment-center-repository.ts';
import { listRoles } from './roles-repository.ts';
import { addShift, findShift } from './shifts-repository.ts';

const SHIFT_MS = hours(12);

type SignIn = Pick<SessionRow, 'auth_time' | 'second_factor'>;
type AuthorizationCore = Pick<Core, 'db' | 'clock'>;

/**
 * Returns the person's roles. Called before the request is read, so that the staff side is not revealed.
 * @throws AppError not-found (404: no role)
 */
export async function requireRole(db: Db, viewer: Viewer): Promise<GrantedRole[]> {
  const roles = await listRoles(db, viewer);
  if (roles.length === 0) throw new AppError('not-found');
  return roles;
}

/**
 * Checks a request to the staff side: role, shift, second factor, center. The first request after a sign-in
 * starts a shift.
 * @throws AppError not-found (404: no role that allows this request at this center), shift-ended,
 * second-factor-needed (409)
 */
export async function authorizeStaff(
  core: AuthorizationCore,
  { viewer, roles }: { viewer: Viewer; roles: GrantedRole[] },
  access: StaffAccess,
  target: StaffTarget,
): Promise<StaffMember> {
  const signIn = await findSignIn(core.db, viewer);
  const shift = signIn && (await openShift(core, viewer, signIn));
  if (!shift || shift.ends_at <= core.clock()) throw new AppError('shift-ended');
  const centerId =
    target.appointmentId === undefined
      ? target.centerId
      : ((await findAppointmentCenter(core.db, target.appointmentId)) ?? '');
  const role = staffRoles.find((candidate) => allows({ roles, role: candidate, access, centerId }));
  if (!role) throw new AppError('not-found');
  const hasSecondFactor = signIn.second_factor !== null;
  if (access.secondFactor && !hasSecondFactor) throw new AppError('second-factor-needed');
  const { id, device, ends_at: endsAt } = shift;
  return { ...viewer, roles, role, shift: { id, device, endsAt }, hasSecondFactor };
}

/** Returns whether a role that was granted for the whole site or for this center allows the request. */
function allows({
  roles,
  role,
  access,
  centerId,
}: {
  roles: readonly GrantedRole[];
  role: GrantedRole['role'];
  access: StaffAccess;
  centerId: string | undefined;
}): boolean {
  if (!access.roles.includes(role)) return false;
  return roles.some(
    (granted) =>
      granted.role === role &&
      (centerId === undefined || granted.centerId === centerId || !centerRoles.includes(role)),
  );
}

/**
 * Returns the shift of the sign-in. A sign-in has only one shift, even if its session is continued. A sign-in
 * more than 12 hours ago cannot start a shift.
 */
async function openShift(
  { db, clock }: AuthorizationCore,
  { userId }: Viewer,
  { auth_time: authTime }: SignIn,
): Promise<StaffShiftRow | undefined> {
  if (authTime === null) return undefined;
  const signIn = String(authTime);
  const shift = await findShift(db, { userId, signIn });
  const now = clock();
  if (shift || authTime < now - SHIFT_MS) return shift;
  const device = describeBrowser(getContext()?.userAgent) ?? '';
  const started = { id: newId(), user_id: userId, sign_in: signIn, device, started_at: now };
  return addShift(db, { ...started, ends_at: now + SHIFT_MS });
}
