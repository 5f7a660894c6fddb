/**
 * Whether every database of ours can hold the text as it is: PostgreSQL knows no character 0, and UTF-8 no half of a
 * surrogate pair. No honest input has either.
 */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/**
 * Control and format characters, spaces, marks, and the letters and signs that are blank by definition (HANGUL FILLER,
 * BRAILLE PATTERN BLANK, MUSICAL SYMBOL NULL NOTEHEAD). Not what is unassigned: the text may be newer than this engine.
 */
const visible = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u;

/** Whether at least one character can be seen. As the contract has it, which providers do not know. */
export const isVisible = (text: string): boolean => visible.test(text);

/** Without the slashes at both ends. By index: a pattern such as `/\/+$/` begins again at each slash, which is quadratic. */
export function trimSlashes(text: string): string {
  let [start, end] = [0, text.length];
  while (text[start] === '/') start += 1;
  while (end > start && text[end - 1] === '/') end -= 1;
  return text.slice(start, end);
}

/** Marks and the two halfwidth signs that become marks: all that normalization puts in order. */
const longRun = /[\p{M}\uff9e\uff9f]{30}(?=[\p{M}\uff9e\uff9f])/gu;

/**
 * `text.normalize` in linear time. It sorts runs of combining marks, which is quadratic for a run of thousands; so longer
 * runs are divided as the Stream-Safe Text Format does it (UAX #15, section 13). No language has runs of 30.
 */
export const normalize = (text: string, form: 'NFC' | 'NFKC'): string =>
  text.replace(longRun, '$&\u034f').normalize(form);
