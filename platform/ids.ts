import { randomBytes, randomUUIDv7 } from 'node:crypto';

/** Time-ordered and unguessable: a UUID of version 7 (48 bits of milliseconds, 74 random bits). */
export const newId = (): string => randomUUIDv7();

/** A secret of 256 random bits, as base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url');
