import { accessToken } from '#web/api/access-token.ts';
import { readItem } from './persistence.ts';

/**
 * Whether the signed-in user has a role, according to the access token or to the last visit of the staff
 * pages, because the role may be newer than the token. Use it only for links, because the server authorizes
 * each request.
 * @param token a new access token. If given, only this token counts, because the user may not have visited
 * the staff pages in this browser.
 */
export function isStaff(token?: string): boolean {
  if (!token && readItem('bloodBuddiesStaff') !== null) return true;
  try {
    const [, claims = ''] = (token ?? accessToken.read() ?? '').split('.');
    return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).staff === true;
  } catch {
    return false;
  }
}
