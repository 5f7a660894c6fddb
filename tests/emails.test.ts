import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { languages } from '#contract/languages.ts';
import { emailColors } from '#platform/email-layout.ts';
import { testLook } from '#platform/testing/test-look.ts';
import { defaultAccent } from '#server/features/site-content/look.ts';
import { renderSampleEmails } from './sample-emails.ts';

/** Gmail cuts longer emails. */
const MAX_BYTES = 100_000;

const hostile = '"><b>x</b>&amp; https://evil.example/a www.evil.example';
const linksOf = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, link = '']) => decode(link));
const decode = (text: string) => text.replaceAll('&amp;', '&');

describe.each(languages)('in %s', (language) => {
  const emails = renderSampleEmails({ language }).map(({ name, email }) => [name, email] as const);

  test.each(emails)(
    '%s: one button, and a reason as the last sentence',
    (_, { subject, html, text, senderName }) => {
      expect(subject).not.toBe('');
      expect(html.match(/<a [^>]*class="fill"/g)).toHaveLength(1);
      const [, reason = ''] = /<td class="soft"[^>]*>([^<]+)<\/td>/.exec(html) ?? [];
      expect(reason).toMatch(
        language === 'en' ? /^You received this email because .+\.$/ : /এই ইমেইল পেয়েছেন।/,
      );
      expect(decode(text).endsWith(`\n\n${reason}\n\n${senderName}\n`)).toBe(true);
    },
  );

  test.each(emails)('%s: the text has each link, and no empty part', (_, { html, text }) => {
    expect(new Set(linksOf(html))).toEqual(new Set(text.match(/https:\S+/g)));
    expect(text).not.toMatch(/\n{3}|undefined|null|\{\w+\}/);
    expect(html).not.toMatch(/<(p|td|th|a|h1)\b[^>]*><\/|undefined|\{\w+\}/);
  });

  test.each(emails)('%s: loads only the mark, and is short enough for all programs', (_, { html }) => {
    expect(html.match(/(src|url|@import|<link)\b[^>]*/g)).toEqual([
      expect.stringContaining(`src="${testLook.mark.src}"`),
    ]);
    expect(Buffer.byteLength(html)).toBeLessThan(MAX_BYTES);
  });

  test.each(
    renderSampleEmails({ language, site: 'A <b>&', typed: hostile }).map(
      ({ name, email }) => [name, email] as const,
    ),
  )('%s: shows what people entered as text without links', (_, { html, text }) => {
    expect(html).not.toContain('<b>');
    expect(linksOf(html).join()).not.toContain('evil');
    expect(text).not.toMatch(/evil\.example|\/\/evil/);
  });
});

test('messages of a center keep their lines, names and addresses are one line', () => {
  const withLines = renderSampleEmails({ language: 'en', typed: '\n\n\n Second <line>\r\nThird' })
    .filter(({ email: { html } }) => html.includes('<br><br>Second &lt;line&gt;<br>Third</td>'))
    .map(({ name, email }) => {
      expect(email.text).toMatch(/\nMessage from the center:\n\S.*\n\nSecond <line>\nThird\n\n\S/);
      return name;
    });
  expect(withLines).toEqual([
    'day that is waited for closed',
    'message to donors',
    'day closed',
    'day closed without another day',
  ]);
});

test('each template has a sample', () => {
  const templates = globSync(['server/**/*.ts', 'providers/**/*.ts'])
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\brenderEmail\(/g)].map(() => file));
  const samples = readFileSync('tests/sample-emails.ts', 'utf8');
  expect(templates).not.toEqual([]);
  for (const file of new Set(templates)) expect(samples).toContain(`#${file}`);
});

test("the colors are those of the site's pages", () => {
  const css = readFileSync('web/styles/tokens.css', 'utf8');
  const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)');
  const inDark = (name: string) => colorOf(dark, name) ?? colorOf(light, name);
  const colorOf = (part: string, name: string) => new RegExp(`--color-${name}: (#\\w+);`).exec(part)?.[1];
  for (const [scheme, read] of [
    ['light', (name: string) => colorOf(light, name)],
    ['dark', inDark],
  ] as const) {
    const { inkSoft, ...names } = emailColors[scheme];
    const { fill, onFill, ink } = defaultAccent[scheme];
    const expected = { ...names, 'ink-soft': inkSoft, red: fill, 'on-red': onFill, 'red-ink': ink };
    for (const [name, color] of Object.entries(expected)) expect(read(name), `${scheme} ${name}`).toBe(color);
  }
  expect(testLook.accent).toEqual(defaultAccent);
});
