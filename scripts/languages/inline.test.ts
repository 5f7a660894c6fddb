// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of code
import { transformAsync } from '@babel/core';
import macros from '@lingui/babel-plugin-lingui-macro';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { expect, test } from 'vitest';
import { inlineMessages } from './inline.ts';

const bengali: Record<string, string> = {
  Home: 'হোম',
  'hello {name} , Your "{0}"': '"{0}" আপনার, {name}',
  '{n, plural, one {# photo} other {# photos}}': '{n, plural, one {#টি ছবি} other {#টি ছবি}}',
  'Read <0>about <1>us</1></0>, {name}.': '{name}, <0><1>আমাদের</1> কথা</0> পড়ুন।',
};
const byId = new Map(Object.entries(bengali).map(([message, text]) => [generateMessageId(message), text]));

/** Returns the code that a build generates from this source, with whitespace normalized. */
async function compile(source: string, language: 'en' | 'bn' = 'bn'): Promise<string> {
  const result = await transformAsync(
    `import { t, plural } from '@lingui/core/macro'; import { Trans } from '@lingui/react/macro';\n${source}`,
    {
      filename: 'page.tsx',
      configFile: false,
      babelrc: false,
      generatorOpts: { jsescOption: { minimal: true } },
      parserOpts: { plugins: ['typescript', 'jsx'] },
      plugins: [
        [macros, { descriptorFields: 'all' }],
        inlineMessages(language === 'en' ? () => undefined : (id) => byId.get(id)),
      ],
    },
  );
  return (result?.code ?? '').replaceAll(/\s+/g, ' ');
}

test('replaces a message by a literal in the language of the build and removes the library', async () => {
  expect(await compile('const label = t`Home`;')).toBe('const label = "হোম";');
  expect(await compile('const label = t`Home`;', 'en')).toBe('const label = "Home";');
  expect(await compile('const label = t`Not translated yet`;')).toBe('const label = "Not translated yet";');
});

test('puts values where the translation has them', async () => {
  const source = 'const text = t`hello ${name} , Your "${n + 1}"`;';
  expect(await compile(source)).toBe('const text = `"${n + 1}" আপনার, ${name}`;');
  expect(await compile(source, 'en')).toBe('const text = `hello ${name} , Your "${n + 1}"`;');
});

test.each([
  ['a backtick', 'const text = t`a \\`tick\\` ${name}`;', '`a \\`tick\\` ${name}`'],
  ['a backslash', 'const text = t`a \\\\ ${name}`;', '`a \\\\ ${name}`'],
  ['an apostrophe', "const text = t`You've ${name}'s`;", "`You've ${name}'s`"],
  ['a # outside of a plural', 'const text = t`# ${name}`;', '`# ${name}`'],
])('escapes or keeps %s', async (_, source, text) => {
  expect(await compile(source)).toBe(`const text = ${text};`);
});

test('puts elements, even nested ones, where the translation has them', async () => {
  const source =
    'const A = () => <p><Trans>Read <Link to="/about">about <b>us</b></Link>, {name}.</Trans></p>;';
  expect(await compile(source)).toBe(
    'const A = () => <p>{name}{", "}<Link to="/about"><b>{"আমাদের"}</b>{" কথা"}</Link>{" পড়ুন।"}</p>;',
  );
  expect(await compile('const a = <Trans>Home</Trans>;')).toBe('const a = <>{"হোম"}</>;');
});

test('chooses a plural at run time, with its number in the digits of the language', async () => {
  const code = await compile("const text = plural(n, { one: '# photo', other: '# photos' });");
  expect(code).toContain('import { choosePlural as _choosePlural } from "#web/i18n/plural.ts";');
  expect(code).toContain('"one": () => `${_formatNumber(n)}টি ছবি`');
});

test.each([
  ['an unclosed element', 'পড়ুন <0>'],
  ['an unknown element', '<4>পড়ুন</4>'],
  ['an unknown value', '{unknown}'],
])('%s in a translation fails the build', async (_, text) => {
  byId.set(generateMessageId('Read <0>it</0>'), text);
  await expect(compile('const A = () => <p><Trans>Read <b>it</b></Trans></p>;')).rejects.toThrow(
    /There is no|closed/,
  );
});
