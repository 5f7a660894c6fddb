import * as z from 'zod/mini';
import { CenterAppointment, PublicKey, type WalkInDetails } from '#contract/staff-check-in.ts';
import { decryptForShift, EncryptedValue, encryptForShift } from './shift-encryption.ts';

/** The details that are shown about an operation's donor. */
const Person = z.object({ name: z.string(), bloodGroup: z.string(), phoneEnd: z.string() });
type Person = z.infer<typeof Person>;

export const toPerson = ({ name, bloodGroup, phone = '' }: WalkInDetails): Person => ({
  name,
  bloodGroup,
  phoneEnd: phone.slice(-4),
});

/**
 * People, keyed by the id of the operation: unsent walk-ins, and the donors of rejected operations.
 * `z.record` would add its code to every page with a form, because all pages load the same script of zod.
 */
const People = z.catchall(z.object({}), Person);
export type People = z.infer<typeof People>;

/** Today's data of a center on a device. */
export type Snapshot = {
  list: readonly CenterAppointment[];
  etag: string | undefined;
  people: People;
  /**
   * Whether the list has only ids and statuses, because this page does not have the server's half of the key
   * yet.
   */
  isLocked: boolean;
  /** The time in ms, by the server's clock, at which the list was received. It is 0 before the first list. */
  fetchedAt: number;
  /** The server's clock minus the device's, in ms. */
  clockOffset: number;
  passKeys: readonly PublicKey[];
  /** The key to which walk-ins are sealed. */
  sealingKey: PublicKey | undefined;
};

export const emptySnapshot: Snapshot = {
  list: [],
  etag: undefined,
  people: {},
  isLocked: false,
  fetchedAt: 0,
  clockOffset: 0,
  passKeys: [],
  sealingKey: undefined,
};

const Names = z.object({ list: z.array(CenterAppointment), etag: z.optional(z.string()), people: People });

/**
 * The part of the snapshot that the device stores. If `names` cannot be decrypted, the rest is enough to scan
 * passes and to add walk-ins.
 */
export const StoredSnapshot = z.object({
  statuses: z.array(z.object({ _id: z.string(), status: CenterAppointment.shape.status })),
  fetchedAt: z.number(),
  clockOffset: z.number(),
  passKeys: z.array(PublicKey),
  sealingKey: PublicKey,
  names: EncryptedValue,
});
type StoredSnapshot = z.infer<typeof StoredSnapshot>;

export async function toStored(
  { list, etag, people, sealingKey, passKeys, fetchedAt, clockOffset }: Snapshot,
  shiftKey: string,
): Promise<StoredSnapshot | undefined> {
  if (!sealingKey) return undefined;
  return {
    sealingKey,
    passKeys: [...passKeys],
    fetchedAt,
    clockOffset,
    statuses: list.map(({ _id, status }) => ({ _id, status })),
    names: await encryptForShift(shiftKey, { list, etag, people }),
  };
}

/** @param shiftKey the server's half of the key, if the page has it */
export async function fromStored(
  { statuses, names, ...rest }: StoredSnapshot,
  shiftKey: string | undefined,
): Promise<Snapshot> {
  const read = shiftKey === undefined ? undefined : await decryptForShift(shiftKey, names, Names);
  if (read) return { ...rest, ...read, etag: read.etag, isLocked: false };
  const list = statuses.map((appointment) => ({ ...appointment, name: '', bloodGroup: '', phoneEnd: '' }));
  return { ...rest, list, etag: undefined, people: {}, isLocked: true };
}
