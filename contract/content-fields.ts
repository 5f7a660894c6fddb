import * as z from 'zod/mini';
import { parseDay } from './days.ts';
import { isEmailAddress } from './email-address.ts';
import { maxLengthCheck } from './lengths.ts';
import { isSingleLine, MAX_EMAIL_LENGTH, multipleLinesMessage } from './single-line.ts';

// The fields of the owner's content. An empty text is allowed in each, because an editor may save half an
// item. Publishing names the fields that are missing.

/** A text by language: `{ en: 'Join us', 'pt-br': 'Participe' }`. */
export type Text = Record<string, string>;

const LANGUAGE_CODE = /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,2}$/;
const MAX_LANGUAGES = 20;

/** Returns whether the text has the form of a language code, such as `en` or `pt-br`. */
export const isLanguageCode = (text: string): boolean => text.length <= 20 && LANGUAGE_CODE.test(text);

export const languageCode = z
  .string()
  .check(z.refine(isLanguageCode, 'Use the code of a language, such as en or pt-br'));

/** The error of a value of another type, or of a field that is missing. */
const orMissing = (message: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? 'Fill in this field' : message),
});

/** Groups the digits without locale data, because the staff pages load this module before hydration. */
const tooLong = (length: number) =>
  `Use at most ${String(length).replace(/(?=(\d{3})+$)(?!^)/g, ',')} characters`;

/** Text of any number of lines. */
const paragraphs = (maxLength: number) =>
  z.string(orMissing('Enter text')).check(z.trim(), maxLengthCheck(maxLength, tooLong(maxLength)));

/** Text in one line. */
export const line = (maxLength: number) =>
  paragraphs(maxLength).check(z.refine(isSingleLine, multipleLinesMessage));

const byLanguage = (text: z.ZodMiniType<string>) =>
  z.record(z.string(), text, orMissing('Enter the text by language, such as { "en": "..." }')).check(
    z.refine(
      (texts) => Object.keys(texts).every(isLanguageCode),
      'Use codes of languages, such as en or pt-br',
    ),
    z.refine((texts) => Object.keys(texts).length <= MAX_LANGUAGES, `Use at most ${MAX_LANGUAGES} languages`),
  );

/** A text in one line, by language. */
export const text = (maxLength: number) => byLanguage(line(maxLength));

/** A text of several lines, by language. */
export const longText = (maxLength: number) => byLanguage(paragraphs(maxLength));

/** A field that may be empty. */
const field = (maxLength: number, isValid: (text: string) => boolean, message: string) =>
  z.string(orMissing('Enter text')).check(
    z.trim(),
    maxLengthCheck(maxLength, tooLong(maxLength)),
    z.refine((text) => text === '' || isValid(text), message),
  );

const beginsWith =
  (...prefixes: string[]) =>
  (text: string): boolean =>
    prefixes.some((prefix) => text.toLowerCase().startsWith(prefix)) &&
    isSingleLine(text) &&
    URL.canParse(text);

/** Address of a web page or picture. */
export const webAddress = field(
  500,
  beginsWith('https://', 'http://'),
  'Enter an address that begins with https://',
);

/** Target of a link. */
export const link = field(
  500,
  beginsWith('https://', 'http://', 'mailto:', 'tel:'),
  'Enter an address that begins with https://, http://, mailto: or tel:',
);

/** The last part of an item's address. */
export const slug = field(
  80,
  (text) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text),
  'Use small letters, digits and hyphens, such as blood-bus',
);

/** An ISO day that exists. */
/** A day from 1900 to 2099. */
export const day = field(
  10,
  (text) => /^(19|20)\d\d-/.test(text) && parseDay(text) !== undefined,
  'Enter a day that exists as YYYY-MM-DD',
);

export const email = field(MAX_EMAIL_LENGTH, isEmailAddress, 'Enter an email address');

export const phone = field(
  40,
  (text) => /^\+?[\d ().\-/]+$/.test(text),
  'Enter a phone number, such as +880 1712-345678',
);

/** Networks with an icon in the footer and on team cards. */
const socialNetworks = ['instagram', 'youtube', 'linkedin', 'whatsapp', 'telegram', 'pinterest'] as const;

/** Links to profiles, by network. */
export const social = z.partialRecord(z.enum(socialNetworks), webAddress);
