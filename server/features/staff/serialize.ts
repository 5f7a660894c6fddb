import type * as z from 'zod/mini';
import type { joinStaff } from '#contract/staff.ts';
import type { GrantedRole } from '#server/http/viewer.ts';

type Role = z.infer<NonNullable<(typeof joinStaff)['response']>>['roles'][number];

export const toRole = ({ role, centerId }: GrantedRole): Role => ({ role, ...(centerId && { centerId }) });
