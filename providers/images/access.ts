import { isSameSecret } from '#platform/ids.ts';

/** The house itself: whoever brings the token that leaves the process nowhere. */
export const isAdministrator = (request: Request, token: string): boolean =>
  isSameSecret(request.headers.get('authorization') ?? '', `Bearer ${token}`);
