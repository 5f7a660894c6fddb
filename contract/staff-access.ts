/**
 * An owner may do everything; coordinators and door staff work for named centers; moderators see no donor's
 * data.
 */
export const staffRoles = ['owner', 'coordinator', 'door', 'moderator'] as const;
export type StaffRole = (typeof staffRoles)[number];

export const isStaffRole = (text: string): text is StaffRole => staffRoles.some((role) => role === text);

/** Roles that are given for named centers. The others are for the whole site. */
export const centerRoles: readonly StaffRole[] = ['coordinator', 'door'];

/** Returns whether a text has the form of a center's id. */
export const isCenterId = (text: string): boolean => /^[\w-]{1,64}$/.test(text);

/** Access to an endpoint of the staff side. Its rows are the table of endpoint, role and center. */
export type StaffAccess = {
  roles: readonly StaffRole[];
  /**
   * The part of the request that names the center: the path's `:id`, a field of the query or the body, or the
   * appointment whose id is the path's `:id`. Roles that are given for centers must include it. Without it, a
   * center makes no difference.
   */
  center?: 'path' | 'query' | 'body' | 'appointment';
  /** Without a center, the response covers all centers for which the caller has the role. */
  isCenterOptional?: boolean;
  /** True if the caller needs a second factor: for donors' data and for changes to who sees it. */
  secondFactor: boolean;
};
