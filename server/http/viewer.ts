import type { StaffRole } from '#contract/staff-access.ts';

/** The signed-in member of a request. */
export type Viewer = { userId: string; email: string; sessionId: string };

/** The member who owns records, for code that runs without a session. */
export type Owner = Pick<Viewer, 'userId'>;

/** `centerId` is empty for a role for the whole site. */
export type GrantedRole = { role: StaffRole; centerId: string };

/** The appointment or center that a staff request names. If both are absent, it is about no center. */
export type StaffTarget = { centerId?: string; appointmentId?: string };

/** A signed-in person with a role and a shift. */
export type StaffMember = Viewer & {
  roles: readonly GrantedRole[];
  /** The role that allows this request. */
  role: StaffRole;
  shift: { id: string; device: string; endsAt: number };
  hasSecondFactor: boolean;
};
