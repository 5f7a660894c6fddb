import { type Day, utcDay } from './days.ts';

/**
 * The content of a donation pass. The QR code contains it with a signature, so that a device can check it
 * offline.
 */
export type DonationPass = {
  /** The month of the key, as months since January 1970. */
  keyId: number;
  day: Day;
  appointmentId: string;
  /** `centerNumber` of the center. */
  center: number;
};

/** A parsed token: the pass, the signed bytes, and the signature (ECDSA P-256 with SHA-256, 64 bytes). */
export type SignedPass = {
  pass: DonationPass;
  signed: Uint8Array<ArrayBuffer>;
  signature: Uint8Array<ArrayBuffer>;
};

/** Distinguishes the token from other QR codes, and this layout from later ones. */
const PREFIX = 'BB1:';
const SIGNED_BYTES = 24;
const SIGNATURE_BYTES = 64;
const DAY_MS = 86_400_000;
const UUID_PATTERN = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Returns whether an id fits into a pass. */
export const isPassId = (id: string): boolean => UUID_PATTERN.test(id);

/**
 * Returns a short number for a center, the FNV-1a hash of its id. The number only distinguishes centers,
 * because the signature prevents forgery.
 */
export function centerNumber(centerId: string): number {
  let hash = 0x811c9dc5;
  for (const character of centerId) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/**
 * Returns the bytes to sign: 2 for the key id, 2 for the day, 4 for the center and 16 for the appointment id.
 */
export function encodePass({ keyId, day, appointmentId, center }: DonationPass): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(SIGNED_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, keyId);
  view.setUint16(2, Date.parse(`${day}T00:00:00Z`) / DAY_MS);
  view.setUint32(4, center);
  const hex = appointmentId.replaceAll('-', '');
  for (let index = 0; index < 16; index += 1)
    bytes[8 + index] = Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16);
  return bytes;
}

export function formatToken(signed: Uint8Array, signature: Uint8Array): string {
  const bytes = new Uint8Array(SIGNED_BYTES + SIGNATURE_BYTES);
  bytes.set(signed);
  bytes.set(signature, SIGNED_BYTES);
  return PREFIX + toBase45(bytes);
}

/**
 * Returns whether text has a token's prefix. Ignores case, because a scanner that acts as a keyboard types
 * lowercase letters while Caps Lock is on.
 */
export const isToken = (text: string): boolean => text.toUpperCase().startsWith(PREFIX);

/**
 * Parses the text of a QR code. Returns undefined if the text is not a token. Does not check the signature.
 */
export function parseToken(text: string): SignedPass | undefined {
  if (!isToken(text) || text.length > 200) return undefined;
  const bytes = fromBase45(text.toUpperCase().slice(PREFIX.length));
  if (bytes?.length !== SIGNED_BYTES + SIGNATURE_BYTES) return undefined;
  const view = new DataView(bytes.buffer);
  const hex = [...bytes.slice(8, SIGNED_BYTES)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return {
    pass: {
      keyId: view.getUint16(0),
      day: utcDay(view.getUint16(2) * DAY_MS),
      center: view.getUint32(4),
      appointmentId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
    },
    signed: bytes.slice(0, SIGNED_BYTES),
    signature: bytes.slice(SIGNED_BYTES),
  };
}

/** The characters of RFC 9285, which QR codes store in 5.5 bits each. */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';

/** Encodes an even number of bytes in base 45 (RFC 9285). */
function toBase45(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < bytes.length; index += 2) {
    const value = (bytes[index] ?? 0) * 256 + (bytes[index + 1] ?? 0);
    for (const digit of [value % 45, Math.floor(value / 45) % 45, Math.floor(value / 2025)])
      text += ALPHABET[digit];
  }
  return text;
}

function fromBase45(text: string): Uint8Array<ArrayBuffer> | undefined {
  const digits = [...text].map((character) => ALPHABET.indexOf(character));
  if (digits.length % 3 !== 0 || digits.includes(-1)) return undefined;
  const bytes = new Uint8Array((digits.length / 3) * 2);
  for (let index = 0; index < digits.length; index += 3) {
    const [low = 0, middle = 0, high = 0] = digits.slice(index, index + 3);
    const value = low + middle * 45 + high * 2025;
    if (value > 0xffff) return undefined;
    bytes[(index / 3) * 2] = value >> 8;
    bytes[(index / 3) * 2 + 1] = value & 0xff;
  }
  return bytes;
}
