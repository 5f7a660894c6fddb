/** Maximum number of characters of a key, so that it fits into an index. */
const MAX_KEY_LENGTH = 200;

/**
 * Returns a key that the different spellings of a center share. Ignores case, surrounding and repeated
 * spaces, invisible characters, and different encodings of the same character (Unicode NFKC).
 */
export function centerKey(center: string): string {
  // `toUpperCase` converts ß to SS but keeps ẞ, so convert ẞ to ß first.
  const lowercase = center.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase();
  const visible = lowercase.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  const folded = visible.replaceAll('ς', 'σ').normalize('NFKC');
  const characters = [...folded.replaceAll(/\s+/g, ' ').trim()];
  return characters.slice(0, MAX_KEY_LENGTH).join('').trim();
}
