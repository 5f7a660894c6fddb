/**
 * Returns whether both databases can store the text unchanged. PostgreSQL rejects character 0, and UTF-8
 * cannot encode an unpaired surrogate.
 */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/**
 * Matches a visible character, which is no control or format character, space, mark or blank sign (HANGUL
 * FILLER, BRAILLE PATTERN BLANK, MUSICAL SYMBOL NULL NOTEHEAD). Unassigned characters match, because a later
 * Unicode version may define them.
 */
const visible = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u;

/**
 * Returns whether the text has a visible character. contract/ has its own copy, because providers cannot
 * import from there.
 */
export const isVisible = (text: string): boolean => visible.test(text);

/**
 * Matches invisible characters, such as zero-width characters, bidirectional controls, fillers, joiners and
 * variation selectors. It matches replacement characters as well, because they show that a text was decoded
 * wrongly.
 */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\ufffc\ufffd\u{1d159}]/u;

/**
 * Matches invisible characters that a name needs, with the character before them: a joiner inside a word or
 * after a mark (Bengali, Persian), and a variation selector after a Chinese character, a Mongolian letter or
 * an emoji.
 */
const shaping =
  /([\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}])|(\p{M})[\u200c\u200d]|([\p{Script=Han}\p{Script=Mongolian}\p{Extended_Pictographic}])\p{Variation_Selector}/gu;

/** Returns whether an address contains invisible characters. contract/ has its own copy. */
export const hasInvisible = (text: string): boolean => invisible.test(text);

/** Returns whether a name contains invisible characters that no script needs there. */
export const nameHasInvisible = (text: string): boolean => hasInvisible(text.replace(shaping, '$1$2$3'));

/**
 * Removes the slashes at both ends, in linear time. A regular expression such as `/\/+$/` takes quadratic
 * time.
 */
export function trimSlashes(text: string): string {
  let [start, end] = [0, text.length];
  while (text[start] === '/') start += 1;
  while (end > start && text[end - 1] === '/') end -= 1;
  return text.slice(start, end);
}

/**
 * Matches 30 combining marks that another one follows. Two halfwidth signs count, because they normalize to
 * marks.
 */
const longMarkSequence = /[\p{M}\uff9e\uff9f]{30}(?=[\p{M}\uff9e\uff9f])/gu;

/**
 * Calls `text.normalize` in linear time. Sorting a run of thousands of combining marks is quadratic, so
 * longer runs are split at 30 marks, as in the Stream-Safe Text Format (UAX #15, section 13). No language has
 * runs of 30.
 */
export const normalize = (text: string, form: 'NFC' | 'NFKC'): string =>
  text.replace(longMarkSequence, '$&\u034f').normalize(form);
