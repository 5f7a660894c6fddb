import { accessToken } from '#web/api/access-token.ts';
import { readItem } from './persistence.ts';

/**
 * Whether the signed-in user has a role: according to the access token, or to the last visit of the staff pages, because
 * the role may be newer than the token. Only for links: the server authorizes each request.
 */
export function isStaff(token = accessToken.read() ?? ''): boolean {
  if (readItem('bloodBuddiesStaff') !== null) return true;
  try {
    const [, claims = ''] = token.split('.');
    return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).staff === true;
  } catch {
    return false;
  }
}
