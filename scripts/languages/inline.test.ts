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

/** The code that a build writes of that source, its blanks aside. */
async function written(source: string, language: 'en' | 'bn' = 'bn'): Promise<string> {
  const made = await transformAsync(
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
  return (made?.code ?? '').replaceAll(/\s+/g, ' ');
}

test('a text is a literal of its language, and nothing of the library stays', async () => {
  expect(await written('const label = t`Home`;')).toBe('const label = "হোম";');
  expect(await written('const label = t`Home`;', 'en')).toBe('const label = "Home";');
  expect(await written('const label = t`Not translated yet`;')).toBe('const label = "Not translated yet";');
});

test('values stand where the translation has them', async () => {
  const source = 'const text = t`hello ${name} , Your "${n + 1}"`;';
  expect(await written(source)).toBe('const text = `"${n + 1}" আপনার, ${name}`;');
  expect(await written(source, 'en')).toBe('const text = `hello ${name} , Your "${n + 1}"`;');
});

test.each([
  ['a backtick', 'const text = t`a \\`tick\\` ${name}`;', '`a \\`tick\\` ${name}`'],
  ['a backslash', 'const text = t`a \\\\ ${name}`;', '`a \\\\ ${name}`'],
  ['an apostrophe', "const text = t`You've ${name}'s`;", "`You've ${name}'s`"],
  ['a sign of plurals outside of one', 'const text = t`# ${name}`;', '`# ${name}`'],
])('%s stays what it is', async (_, source, text) => {
  expect(await written(source)).toBe(`const text = ${text};`);
});

test('elements stand where the translation has them, also within each other', async () => {
  const source =
    'const A = () => <p><Trans>Read <Link to="/about">about <b>us</b></Link>, {name}.</Trans></p>;';
  expect(await written(source)).toBe(
    'const A = () => <p>{name}{", "}<Link to="/about"><b>{"আমাদের"}</b>{" কথা"}</Link>{" পড়ুন।"}</p>;',
  );
  expect(await written('const a = <Trans>Home</Trans>;')).toBe('const a = <>{"হোম"}</>;');
});

test('a plural is chosen while the page runs, with its number in the digits of the language', async () => {
  const code = await written("const text = plural(n, { one: '# photo', other: '# photos' });");
  expect(code).toContain('import { choosePlural as _choosePlural } from "#web/i18n/plural.ts";');
  expect(code).toContain('"one": () => `${_formatNumber(n)}টি ছবি`');
});

test.each([
  ['an element that does not end', 'পড়ুন <0>'],
  ['an element that nobody knows', '<4>পড়ুন</4>'],
  ['a value that nobody knows', '{nobody}'],
])('%s in a translation stops the build', async (_, text) => {
  byId.set(generateMessageId('Read <0>it</0>'), text);
  await expect(written('const A = () => <p><Trans>Read <b>it</b></Trans></p>;')).rejects.toThrow(
    /There is no|end/,
  );
});
