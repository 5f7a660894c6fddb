/** Line breaks, tabs and other control characters. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** For fields of one line, after trimming. */
export const isOneLine = (text: string): boolean => !controls.test(text);

export const notOneLine = 'Remove line breaks and tabs';

/**
 * What somebody wrote, as plain text in one line; empty when nothing of it can be seen. Signs that only steer terminals
 * or turn the direction of what follows go (bidirectional overrides and isolates); joiners and marks, which
 * Bengali and Arabic need, stay.
 */
export function oneLine(text: string): string {
  const line = text
    .replace(/[\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return /[^\p{C}\p{Z}\p{M}]/u.test(line) ? line : '';
}
