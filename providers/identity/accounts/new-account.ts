import { newId } from '#platform/ids.ts';
import type { AccountTable } from '../schema/tables.ts';

/** An account made now, that owns nothing yet. */
export function newAccount(now: number): AccountTable {
  return {
    id: newId(),
    display_name: null,
    photo_url: null,
    password_hash: null,
    password_changed_at: null,
    disabled: 0,
    email_link: 0,
    unproven: 0,
    created_at: now,
    last_login_at: now,
  };
}
