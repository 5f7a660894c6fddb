import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { superlinearGrowth } from '#platform/testing/growth.ts';
import { renderMarkdown, toPlainText } from './markdown.ts';

const site = 'https://blood.example';
const render = (text: string) => renderMarkdown(text, site);
const rel = 'rel="noopener nofollow ugc"';

describe('the HTML of an editor’s text', () => {
  test.each([
    ['a *b* **c** ~~d~~ `e`', '<p>a <em>b</em> <strong>c</strong> <s>d</s> <code>e</code></p>\n'],
    ['# A\n\n###### F', '<h2>A</h2>\n<h6>F</h6>\n'],
    ['```js onclick=1\n<b>\n```', '<pre><code>&lt;b&gt;\n</code></pre>\n'],
    ['<b onclick="x()">no</b>', '<p>&lt;b onclick=&quot;x()&quot;&gt;no&lt;/b&gt;</p>\n'],
    ['[own](/about)', '<p><a href="/about">own</a></p>\n'],
    ['[own](https://blood.example/p/a "title")', '<p><a href="https://blood.example/p/a">own</a></p>\n'],
    ['[b](https://b.example)', `<p><a href="https://b.example" ${rel}>b</a></p>\n`],
    ['[b](https://blood.example.org)', `<p><a href="https://blood.example.org" ${rel}>b</a></p>\n`],
    ['<a@b.example>', `<p><a href="mailto:a@b.example" ${rel}>a@b.example</a></p>\n`],
    ['[call](tel:+221)', `<p><a href="tel:+221" ${rel}>call</a></p>\n`],
    ['[x](javascript:alert(1))', '<p>[x](javascript:alert(1))</p>\n'],
    ['[x](data:text/html,a)', '<p>[x](data:text/html,a)</p>\n'],
    ['[x](//b.example)', '<p>[x](//b.example)</p>\n'],
    ['[x](/\\b.example)', '<p><a href="/%5Cb.example">x</a></p>\n'],
    ['[x](about)', '<p>[x](about)</p>\n'],
    ['[x]() [y](/z)', '<p>x <a href="/z">y</a></p>\n'],
    ['![a *b*](https://b.example/a.png)', '<p>a b</p>\n'],
    ['[![a](https://b.example/a.png)](/b)', '<p><a href="/b">a</a></p>\n'],
    ['![a](https://blood.example/images/../x?w=1)', '<p>a</p>\n'],
    [
      '![a "b"](https://blood.example/images/0193?w=1)',
      '<p><img src="https://blood.example/images/0193?auto=format&amp;w=810" alt="a &quot;b&quot;" loading="lazy" decoding="async"></p>\n',
    ],
    [
      '|a|\n|:-:|\n|b|',
      '<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>b</td>\n</tr>\n</tbody>\n</table>\n',
    ],
  ])('of %j', (text, html) => {
    expect(render(text)).toBe(html);
  });

  test('has only harmless elements and attributes, whatever is entered', () => {
    const part = fc.constantFrom(
      ...[
        '<',
        '>',
        '"',
        "'",
        '&',
        '`',
        '```',
        '*',
        '_',
        '~~',
        '#',
        '-',
        '1.',
        '|',
        '|-|',
        '\n',
        '\n\n',
        ' ',
        '    ',
      ],
      ...[
        '[',
        ']',
        '(',
        ')',
        '](',
        '![',
        '\\',
        ':',
        '/',
        '//',
        '[a]: ',
        '<script>',
        '</script>',
        '<img src=x ',
      ],
      ...[
        'onerror=alert(1)',
        'javascript:',
        'JaVaScRiPt:',
        'java\tscript:',
        'data:text/html,',
        'vbscript:',
        '&#106;',
      ],
      ...[
        'https://b.example',
        `${site}/images/1`,
        `${site}/images/../`,
        'mailto:',
        'tel:',
        '/about',
        '&colon;',
        '\0',
      ],
      ...[
        'style="x"',
        '<!--',
        '-->',
        '<![CDATA[',
        '<svg/onload=',
        'title "',
        "'t'",
        '&lt;',
        '\u2028',
        '\u202e',
        '😀',
      ],
    );
    const text = fc.oneof(
      fc
        .array(fc.oneof(part, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 40 })
        .map((parts) => parts.join('')),
      fc.string({ unit: 'binary', maxLength: 200 }),
    );
    fc.assert(
      fc.property(text, (entered) => {
        expect(findForbidden(render(entered))).toEqual([]);
        toPlainText(entered);
      }),
      { numRuns: 3000 },
    );
  });

  const hostile = [
    '[',
    '](',
    '![',
    '> ',
    '>',
    '*a_',
    '**a __b ',
    '`a``b```',
    '- ',
    '1. ',
    '[a](b "',
    '<a ',
    '&#',
    '~~a',
    '\\',
    '|',
    '[a]: b\n',
    '> a\n',
  ];
  test.each(hostile)('takes time linear in a text of %j', async (unit) => {
    const run = (size: number) => render(unit.repeat(Math.ceil(size / unit.length)).slice(0, size));
    expect(await superlinearGrowth(run, 50_000)).toBeUndefined();
  });

  test('of a deeply nested text is not deep', () => {
    const depth = (html: string) => html.split('<blockquote>').length + html.split('<ul>').length;
    expect(depth(render('>'.repeat(50_000)))).toBeLessThan(20);
    expect(depth(render('> - '.repeat(10_000)))).toBeLessThan(20);
  });
});

test('the plain text has the words of each block of the beginning', () => {
  expect(toPlainText('# A *b*\n\n- [c](/d)\n\n```\ne\n```\n\n![f](/g)')).toBe('A b c e\n f');
  expect(toPlainText('a '.repeat(25_000)).length).toBeLessThanOrEqual(4000);
});

const elements = new Set(
  'p h2 h3 h4 h5 h6 strong em s a ul ol li blockquote code pre hr br table thead tbody tr th td img'.split(
    ' ',
  ),
);
const attributes: Record<string, RegExp> = {
  'a href': /^(https?:|mailto:|tel:|\/(?![/\\]))/i,
  'a rel': /^noopener nofollow ugc$/,
  'ol start': /^\d+$/,
  'img src': /^https:\/\/blood\.example\/images\/[\w-]+\?auto=format&amp;w=810$/,
  'img alt': /^[^"<>]*$/,
  'img loading': /^lazy$/,
  'img decoding': /^async$/,
};

/** Returns the tags that are not of the allowed form. Text cannot contain `<`, so each one begins a tag. */
function findForbidden(html: string): string[] {
  const tags = html.match(/<[^>]*>?/g) ?? [];
  return tags.filter((tag) => {
    const [, name = '', rest = ''] = /^<\/?([a-z\d]+)((?: [a-z]+="[^"<>]*")*)>$/.exec(tag) ?? [];
    const pairs = [...rest.matchAll(/ ([a-z]+)="([^"]*)"/g)];
    return (
      !elements.has(name) ||
      pairs.some(([, attribute, value = '']) => !attributes[`${name} ${attribute}`]?.test(value))
    );
  });
}
