/** Maximum number of characters of a key, so that it fits into an index. */
const MAX_KEY_LENGTH = 200;

/**
 * Returns what the different spellings of a center have in common. Ignores case, surrounding and repeated spaces, and
 * different encodings of the same character (Unicode NFKC).
 */
export function centerKey(center: string): string {
  const folded = center.normalize('NFKC').toLowerCase().normalize('NFKC');
  const characters = [...folded.replaceAll(/\s+/g, ' ').trim()];
  return characters.slice(0, MAX_KEY_LENGTH).join('').trim();
}
