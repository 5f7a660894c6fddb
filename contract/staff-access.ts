/**
 * An owner may do everything. Coordinators and door staff work for named centers. Moderators and editors of
 * the site's content see no donor's data.
 */
export const staffRoles = ['owner', 'coordinator', 'door', 'moderator', 'editor'] as const;
export type StaffRole = (typeof staffRoles)[number];

export const isStaffRole = (text: string): text is StaffRole => staffRoles.some((role) => role === text);

/** Roles granted for named centers. The other roles are for the whole site. */
export const centerRoles: readonly StaffRole[] = ['coordinator', 'door'];

/** Returns whether the text has the form of a center's id. */
export const isCenterId = (text: string): boolean => /^[\w-]{1,64}$/.test(text);

/** Who may call a staff endpoint. */
export type StaffAccess = {
  roles: readonly StaffRole[];
  /**
   * The part of the request that names the center: the path's `:id`, a field of the query or the body, or the
   * appointment whose id is the path's `:id`. Required if one of the roles is granted for centers. If absent,
   * access does not depend on a center.
   */
  center?: 'path' | 'query' | 'body' | 'appointment';
  /** If true, the request may omit the center. The response then covers all centers of the caller's roles. */
  isCenterOptional?: boolean;
  /** True if the caller needs a second factor, as for donors' data and for changes to who sees it. */
  secondFactor: boolean;
};
