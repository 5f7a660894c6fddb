import { transformAsync } from '@babel/core';
import macros from '@lingui/babel-plugin-lingui-macro';
import type { Plugin } from 'vite';
import { type Language, languageBase, locale } from '../../contract/languages.ts';
import { translationsFor } from './catalogues.ts';
import { inlineMessages } from './inline.ts';

/** Compiles the messages of the pages into one language: runs Lingui's macros, then inlines the messages. */
export function languagePlugin(language: Language): Plugin {
  // The scripts for browsers and the server's contain the same modules.
  const results = new Map<string, ReturnType<typeof inline>>();

  async function inline(code: string, file: string) {
    const translate = language === 'en' ? () => undefined : await translationsFor(file, language);
    const transformed = await transformAsync(code, {
      filename: file,
      configFile: false,
      babelrc: false,
      sourceMaps: true,
      generatorOpts: { jsescOption: { minimal: true } },
      parserOpts: { plugins: file.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'] },
      plugins: [[macros, { descriptorFields: 'all' }], inlineMessages(translate)],
    });
    return { code: transformed?.code ?? code, map: transformed?.map };
  }

  return {
    name: 'in-language',
    enforce: 'pre',
    // Build-time constants keep the table of languages out of every page.
    config: () => ({
      define: {
        'import.meta.env.LANGUAGE': JSON.stringify(language),
        'import.meta.env.LANGUAGE_BASE': JSON.stringify(languageBase[language]),
        'import.meta.env.LANGUAGE_LOCALE': JSON.stringify(locale[language]),
      },
    }),
    transform: {
      filter: { id: /\/web\/.*\.tsx?$/, code: '@lingui/' },
      handler(code, file) {
        const key = `${file}\n${code}`;
        const result = results.get(key) ?? inline(code, file);
        results.set(key, result);
        return result;
      },
    },
  };
}
