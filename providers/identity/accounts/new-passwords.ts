import { normalize } from '#platform/text.ts';
import { identityError } from '../http/errors.ts';
import { MAX_PASSWORD_LENGTH } from './passwords.ts';

const MIN_LENGTH = 6;
const MIN_STRICT_LENGTH = 8;
/** Shorter words stand in other words. */
const MIN_WORD_LENGTH = 4;

/** The site's own words: who knows the site guesses them. docs/security.md, V6.1.2, names them. */
const siteWords = [
  'bloodbuddies',
  'blood',
  'buddies',
  'buddy',
  'donate',
  'donation',
  'donor',
  'volunteer',
  'campaign',
  'appointment',
];

export type NewPasswords = Awaited<ReturnType<typeof createNewPasswords>>;

/**
 * What a password that somebody chooses must be; an existing one is never checked. As Firebase has it, or `strict`: 8
 * characters, none of the common ones, and words that others know do not count.
 */
export async function createNewPasswords(strict: boolean) {
  const commonPasswords = strict ? await loadCommonPasswords() : undefined;
  return {
    /** `owner`: its address and name. @throws AppError WEAK_PASSWORD, PASSWORD_DOES_NOT_MEET_REQUIREMENTS */
    read(password: string, owner: readonly string[]) {
      requireLength(password, commonPasswords ? MIN_STRICT_LENGTH : MIN_LENGTH);
      if (commonPasswords) requireStrength(password, owner, commonPasswords);
      return password;
    },
  };
}

/** 49,000 from published thefts, 18,000 of them of 8 characters and more. 3 MB: they load where they are asked for. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter((word) => word.length >= MIN_STRICT_LENGTH));
}

function requireLength(password: string, minLength: number): void {
  if (password.length > MAX_PASSWORD_LENGTH) {
    throw identityError('PASSWORD_DOES_NOT_MEET_REQUIREMENTS', `At most ${MAX_PASSWORD_LENGTH} characters`);
  }
  if ([...password].length < minLength) {
    throw identityError('WEAK_PASSWORD', `Password should be at least ${minLength} characters`);
  }
}

function requireStrength(
  password: string,
  owner: readonly string[],
  commonPasswords: ReadonlySet<string>,
): void {
  const lower = normalize(password, 'NFKC').toLowerCase();
  if (commonPasswords.has(lower)) {
    throw identityError(
      'WEAK_PASSWORD',
      'This password is one that many people use. Choose another one, three or four words in a row perhaps',
    );
  }
  if ([...removeKnownWords(replaceLookalikes(lower), owner)].length < MIN_STRICT_LENGTH) {
    throw identityError(
      'WEAK_PASSWORD',
      `Your name, your email address and words of this site are easy to guess. Add at least ${MIN_STRICT_LENGTH} characters of your own`,
    );
  }
}

/** Longest first: `blood` would leave the end of `bloodbuddies`. */
function removeKnownWords(password: string, owner: readonly string[]): string {
  const words = [...siteWords, ...owner.flatMap(extractWords)]
    .map(replaceLookalikes)
    .filter((word) => word.length >= MIN_WORD_LENGTH)
    .sort((a, b) => b.length - a.length);
  return words.reduce((left, word) => left.replaceAll(word, ''), password);
}

/** `rahim.uddin@mail.example`: the whole, what stands before the @, and each word. */
const extractWords = (text: string): string[] => {
  const lower = normalize(text, 'NFKC').toLowerCase();
  return [lower, lower.split('@')[0] ?? '', ...lower.split(/[^\p{L}\p{N}]+/u)];
};

const lookalikes: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
};

/** Signs that stand for letters as those letters. */
const replaceLookalikes = (text: string): string =>
  text.replaceAll(/[013457@$]/g, (sign) => lookalikes[sign] ?? sign);
