import { normalize } from '#platform/text.ts';
import { identityError } from '../http/errors.ts';
import { MAX_PASSWORD_LENGTH } from './passwords.ts';

const SHORTEST = 6;
const SHORTEST_WHEN_STRICT = 8;
/** Shorter words stand in other words. */
const SHORTEST_WORD = 4;

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
  const common = strict ? await readCommon() : undefined;
  return {
    /** `owner`: its address and name. @throws AppError WEAK_PASSWORD, PASSWORD_DOES_NOT_MEET_REQUIREMENTS */
    read(password: string, owner: readonly string[]) {
      demandLength(password, common ? SHORTEST_WHEN_STRICT : SHORTEST);
      if (common) demandStrength(password, owner, common);
      return password;
    },
  };
}

/** 49,000 from published thefts, 18,000 of them of 8 characters and more. 3 MB: they load where they are asked for. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter((word) => word.length >= SHORTEST_WHEN_STRICT));
}

function demandLength(password: string, shortest: number): void {
  if (password.length > MAX_PASSWORD_LENGTH) {
    throw identityError('PASSWORD_DOES_NOT_MEET_REQUIREMENTS', `At most ${MAX_PASSWORD_LENGTH} characters`);
  }
  if ([...password].length < shortest) {
    throw identityError('WEAK_PASSWORD', `Password should be at least ${shortest} characters`);
  }
}

function demandStrength(password: string, owner: readonly string[], common: ReadonlySet<string>): void {
  const lower = normalize(password, 'NFKC').toLowerCase();
  if (common.has(lower)) {
    throw identityError(
      'WEAK_PASSWORD',
      'This password is one that many people use. Choose another one, three or four words in a row perhaps',
    );
  }
  if ([...withoutWords(plain(lower), owner)].length < SHORTEST_WHEN_STRICT) {
    throw identityError(
      'WEAK_PASSWORD',
      `Your name, your email address and words of this site are easy to guess. Add at least ${SHORTEST_WHEN_STRICT} characters of your own`,
    );
  }
}

/** Longest first: `blood` would leave the end of `bloodbuddies`. */
function withoutWords(password: string, owner: readonly string[]): string {
  const words = [...siteWords, ...owner.flatMap(wordsOf)]
    .map(plain)
    .filter((word) => word.length >= SHORTEST_WORD)
    .sort((a, b) => b.length - a.length);
  return words.reduce((left, word) => left.replaceAll(word, ''), password);
}

/** `rahim.uddin@mail.example`: the whole, what stands before the @, and each word. */
const wordsOf = (text: string): string[] => {
  const lower = normalize(text, 'NFKC').toLowerCase();
  return [lower, lower.split('@')[0] ?? '', ...lower.split(/[^\p{L}\p{N}]+/u)];
};

const looks: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' };

/** Signs that stand for letters as those letters. */
const plain = (text: string): string => text.replaceAll(/[013457@$]/g, (sign) => looks[sign] ?? sign);
