import { type Language, languageBase, languages, locale } from '#contract/languages.ts';

/** Of this build of the pages: each language has its own. */
export const language: Language = languages.find((each) => each === import.meta.env.LANGUAGE) ?? 'en';

/** What stands before the paths of this language's pages: for addresses that go through no router. */
export const base: string = languageBase[language];

export const localeOfPage: string = locale[language];
