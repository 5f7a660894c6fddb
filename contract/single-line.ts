/** Line breaks, tabs and other control characters. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** For fields of one line, after trimming. */
export const isSingleLine = (text: string): boolean => !controls.test(text);

export const multipleLinesMessage = 'Remove line breaks and tabs';

/**
 * Control and format characters, spaces, marks, and the letters and signs that are blank by definition (HANGUL FILLER,
 * BRAILLE PATTERN BLANK, MUSICAL SYMBOL NULL NOTEHEAD). Not what is unassigned: the text may be newer than this engine.
 */
const visible = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u;

/** Whether at least one character can be seen. Joiners and marks beside it, which many scripts need, do no harm. */
export const isVisible = (text: string): boolean => visible.test(text);

/**
 * What somebody wrote, as plain text in one line; empty when nothing of it can be seen. Signs that only steer terminals
 * or turn the direction of what follows go (bidirectional overrides and isolates); joiners and marks, which
 * Bengali and Arabic need, stay.
 */
export function singleLine(text: string): string {
  const line = text
    .replace(/[\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return isVisible(line) ? line : '';
}
