import { normalize } from '#platform/text.ts';
import { identityError } from '../http/errors.ts';
import { MAX_PASSWORD_LENGTH } from './passwords.ts';

const MIN_LENGTH = 6;
const MIN_STRICT_LENGTH = 8;
/** Shorter words also occur inside unrelated words, so they are not removed. */
const MIN_WORD_LENGTH = 4;

/** Words of this site, which are easy to guess (docs/security.md, V6.1.2). */
const siteWords =
  'bloodbuddies blood buddies buddy donate donation donor volunteer campaign appointment'.split(' ');

export type PasswordPolicy = Awaited<ReturnType<typeof createPasswordPolicy>>;

/**
 * Creates the rules for new passwords. The default is Firebase's: at least 6 characters. With `strict`, a
 * common password is rejected, and at least 8 characters must remain without the person's and the site's
 * words.
 */
export async function createPasswordPolicy(strict: boolean) {
  const commonPasswords = strict ? await loadCommonPasswords() : undefined;
  const minLength = strict ? MIN_STRICT_LENGTH : MIN_LENGTH;
  return {
    /** Response of `v2/passwordPolicy`, for the SDK's `validatePassword`. */
    description: {
      customStrengthOptions: { minPasswordLength: minLength, maxPasswordLength: MAX_PASSWORD_LENGTH },
      enforcementState: 'ENFORCE',
      schemaVersion: 1,
    },
    /**
     * Returns the password if it is acceptable.
     * @param owner the person's email address and name
     * @throws AppError WEAK_PASSWORD, PASSWORD_DOES_NOT_MEET_REQUIREMENTS
     */
    validate(password: string, owner: readonly string[]) {
      requireLength(password, minLength);
      if (commonPasswords) requireStrength(password, owner, commonPasswords);
      return password;
    },
  };
}

/**
 * Loads 18,000 common passwords of at least 8 characters. The list takes 3 MB, so only strict sites load it.
 */
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

function requireStrength(password: string, owner: readonly string[], commonPasswords: ReadonlySet<string>) {
  const lower = normalize(password, 'NFKC').toLowerCase();
  if (commonPasswords.has(lower)) {
    throw identityError(
      'WEAK_PASSWORD',
      'This password is too common. Choose another one, for example three or four random words',
    );
  }
  if ([...removeKnownWords(replaceLookalikes(lower), owner)].length < MIN_STRICT_LENGTH) {
    throw identityError(
      'WEAK_PASSWORD',
      `Add at least ${MIN_STRICT_LENGTH} characters that are not your name, your email address or words of this site`,
    );
  }
}

/** Removes the longest words first. Otherwise removing `blood` would leave `buddies` of `bloodbuddies`. */
function removeKnownWords(password: string, owner: readonly string[]): string {
  const words = [...siteWords, ...owner.flatMap(extractWords)]
    .map(replaceLookalikes)
    .filter((word) => word.length >= MIN_WORD_LENGTH)
    .sort((a, b) => b.length - a.length);
  return words.reduce((left, word) => left.replaceAll(word, ''), password);
}

/** Returns the text itself (`rahim.uddin@mail.example`), the part before the @, and each word. */
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

/** Replaces digits and signs that resemble letters with those letters. */
const replaceLookalikes = (text: string): string =>
  text.replaceAll(/[013457@$]/g, (character) => lookalikes[character] ?? character);
