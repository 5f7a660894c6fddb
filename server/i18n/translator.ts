import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type I18n, setupI18n } from '@lingui/core';
import { formatter } from '@lingui/format-po';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Language } from '#contract/languages.ts';

const translators = new Map<Language, I18n>();

/**
 * Returns Lingui for the recipient's language: `i18n._('Thank you, {name}.', { name })`. The English text is
 * the message id. `npm run messages` adds it to messages.bn.po.
 */
export function getTranslator(language: Language | null): I18n {
  const locale = language ?? 'en';
  const i18n = translators.get(locale) ?? setupI18n({ locale, messages: { [locale]: readMessages(locale) } });
  i18n.setMessagesCompiler(compileMessage);
  translators.set(locale, i18n);
  return i18n;
}

function readMessages(language: Language): Record<string, string> {
  if (language === 'en') return {};
  const file = fileURLToPath(new URL(`messages.${language}.po`, import.meta.url));
  const entries = formatter().parse(readFileSync(file, 'utf8'), {
    locale: language,
    sourceLocale: 'en',
    filename: file,
  });
  return Object.fromEntries(
    Object.entries(entries).flatMap(([id, { translation }]) => (translation ? [[id, translation]] : [])),
  );
}
