import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { StaffLogErasureRow } from '#server/db/staff-tables.ts';
import { isEqual, type LogRow } from './log-chain.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM: 12 bytes of nonce, the encrypted id, 16 bytes of tag, in base64url. `key` in base64url. */
export function encryptId(key: string, userId: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64url'), nonce);
  return Buffer.concat([nonce, cipher.update(userId, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  );
}

function isIdOf(
  encrypted: string | undefined,
  { key, userId }: { key: string | null; userId: string },
): boolean {
  const bytes = Buffer.from(encrypted ?? '', 'base64url');
  const keyBytes = Buffer.from(key ?? '', 'base64url');
  if (bytes.length < NONCE_BYTES + TAG_BYTES || keyBytes.length !== 32) return false;
  const decipher = createDecipheriv('aes-256-gcm', keyBytes, bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const id =
      decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    return id === userId;
  } catch {
    // Encrypted under another key.
    return false;
  }
}

/** Returns the encrypted ids of a row by place: 0 is the account that acted, '' if there was none. */
function encryptedIds(content: string): string[] {
  const { actor = '', people } = JSON.parse(content) as { actor?: string; people: string[] };
  return [actor, ...people];
}

/** An account that the tables say a row is about. Place 0 is the account that acted; null is unknown. */
export type PersonInRow = { place: number | null; userId: string; key: string | null };

/** Returns the place at which the row really has the id of this account; undefined if it has not. */
export function findPlace({ content }: Pick<LogRow, 'content'>, person: PersonInRow): number | undefined {
  const ids = encryptedIds(content);
  const places = person.place === null ? [...ids.keys()].slice(1) : [person.place];
  return places.find((place) => isIdOf(ids[place], person));
}

export type Erasure = Pick<StaffLogErasureRow, 'place' | 'replaced_by' | 'signature'>;

/** Signs that the id at a place of a row was erased, and by whom it was replaced. */
export const signErasure = (
  key: Uint8Array,
  { chain, seq, mac }: Omit<LogRow, 'content'>,
  { place, replaced_by: replacedBy }: Omit<Erasure, 'signature'>,
): string =>
  createHmac('sha256', key)
    .update(JSON.stringify(['erasure', chain, seq, mac, place, replacedBy]))
    .digest('base64url');

export const isSigned = (key: Uint8Array, row: Omit<LogRow, 'content'>, erasure: Erasure): boolean =>
  isEqual(erasure.signature, signErasure(key, row, erasure));

/** What the tables say about the accounts in a row. */
export type PeopleOfRow = {
  actor?: PersonInRow | undefined;
  people: readonly PersonInRow[];
  erasures: readonly Erasure[];
};

/**
 * Whether the tables name exactly the accounts in the row. Accepts an account that is deleted meanwhile.
 * @param row whose HMAC is verified
 * @param tables `erasures` read last
 */
export function hasExactly(key: Uint8Array, row: LogRow, { actor, people, erasures }: PeopleOfRow): boolean {
  if (!erasures.every((erasure) => isSigned(key, row, erasure))) return false;
  const userIds = new Set(people.map(({ userId }) => userId));
  const known = new Set<number | undefined>();
  for (const { place, replaced_by: userId } of erasures)
    if (userId === null || userIds.has(userId)) known.add(place);
  for (const person of actor ? [actor, ...people] : people) {
    if (person !== actor && person.place === 0) return false;
    const place = findPlace(row, person) ?? findReplaced(erasures, person)?.place;
    if (place === undefined) return false;
    known.add(place);
  }
  return encryptedIds(row.content).every((id, place) => id === '' || known.has(place));
}

const findReplaced = (erasures: readonly Erasure[], person: PersonInRow) =>
  erasures.find(
    ({ place, replaced_by: userId }) => userId === person.userId && place === (person.place ?? place),
  );
