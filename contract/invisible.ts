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

/**
 * Returns whether an address contains invisible characters. platform/text.ts has its own copy, because
 * providers cannot import the contract.
 */
export const hasInvisible = (text: string): boolean => invisible.test(text);

/** Returns whether a name contains invisible characters that no script needs there. */
export const nameHasInvisible = (text: string): boolean => hasInvisible(text.replace(shaping, '$1$2$3'));

export const invisibleMessage = 'Remove invisible characters, or type this again';
