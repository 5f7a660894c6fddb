/** Line breaks, tabs and other control characters. */
const controlCharacters = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** Returns whether a trimmed text is one line without control characters. */
export const isSingleLine = (text: string): boolean => !controlCharacters.test(text);

export const multipleLinesMessage = 'Remove line breaks and tabs';

/**
 * Excludes control and format characters, spaces, marks, and characters that are blank by definition (HANGUL
 * FILLER, BRAILLE PATTERN BLANK, MUSICAL SYMBOL NULL NOTEHEAD). Unassigned characters count as visible,
 * because the text may use a newer Unicode version than this engine.
 */
const visibleCharacter = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u;

/**
 * Returns whether at least one character is visible. The text may also contain joiners and marks, which many
 * scripts need.
 */
export const isVisible = (text: string): boolean => visibleCharacter.test(text);

/** Removes bidirectional overrides and isolates, which reorder the text around them. */
const removeOverrides = (text: string): string => text.replace(/[\u202a-\u202e\u2066-\u2069]/gu, '');

/**
 * Returns user input as plain text in one line without bidirectional overrides, or '' if it has no visible
 * character. Keeps joiners and marks, which Bengali and Arabic need.
 */
export function toSingleLine(text: string): string {
  const line = removeOverrides(text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return isVisible(line) ? line : '';
}

/**
 * Text, at sign, text, dot, text. The pattern tries only one dot per match, so matching takes linear time.
 */
export const EMAIL_PATTERN = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;

/** The maximum length according to RFC 3696. */
export const MAX_EMAIL_LENGTH = 320;
