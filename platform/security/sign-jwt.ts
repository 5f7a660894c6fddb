import { createHmac } from 'node:crypto';

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/**
 * Returns a JWT (HS256). Unlike jose, signs on this thread, so that the simulation runs in the same order
 * each time.
 */
export function signJwt(key: Uint8Array, typ: string, claims: Record<string, string | number>): string {
  const content = `${encode({ alg: 'HS256', typ })}.${encode(claims)}`;
  return `${content}.${createHmac('sha256', key).update(content).digest('base64url')}`;
}
