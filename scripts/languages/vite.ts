import { transformAsync } from '@babel/core';
import macros from '@lingui/babel-plugin-lingui-macro';
import type { Plugin } from 'vite';
import { type Language, languageBase, locale } from '../../contract/languages.ts';
import { translationsFor } from './catalogues.ts';
import { inlineMessages } from './inline.ts';

/** Writes the texts of the pages in one language: Lingui's macros, then the messages themselves. */
export function inLanguage(language: Language): Plugin {
  return {
    name: 'in-language',
    enforce: 'pre',
    // Constants, which the build works out: each byte of them would be on every page.
    config: () => ({
      define: {
        'import.meta.env.LANGUAGE': JSON.stringify(language),
        'import.meta.env.LANGUAGE_BASE': JSON.stringify(languageBase[language]),
        'import.meta.env.LANGUAGE_LOCALE': JSON.stringify(locale[language]),
      },
    }),
    transform: {
      filter: { id: /\/web\/.*\.tsx?$/, code: '@lingui/' },
      async handler(code, id) {
        const translate = language === 'en' ? () => undefined : await translationsFor(id, language);
        const written = await transformAsync(code, {
          filename: id,
          configFile: false,
          babelrc: false,
          sourceMaps: true,
          generatorOpts: { jsescOption: { minimal: true } },
          parserOpts: { plugins: id.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'] },
          plugins: [[macros, { descriptorFields: 'all' }], inlineMessages(translate)],
        });
        return { code: written?.code ?? code, map: written?.map };
      },
    },
  };
}
