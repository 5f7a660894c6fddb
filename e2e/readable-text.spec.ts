import { findUnreadableText } from './support/readable-text.ts';
import { expect, test } from './support/test.ts';

const card = (style: string, content: string) => `<div style="width: 100px; ${style}">${content}</div>`;

/** The style of the frame around a text decides whether the text is readable. */
const cases: [name: string, html: string, isReadable: boolean][] = [
  ['plain', card('', '<p>Nadia</p>'), true],
  ['cut off below', card('height: 20px; overflow: hidden', '<p style="margin-top: 40px">Nadia</p>'), false],
  ['cut off at the side', card('overflow: clip; white-space: nowrap', 'Nadia Rahman, founder'), false],
  ['in a list that scrolls', card('overflow: auto; white-space: nowrap', 'Nadia Rahman, founder'), true],
  [
    'shortened',
    card('overflow: hidden; white-space: nowrap; text-overflow: ellipsis', 'Nadia Rahman, founder'),
    true,
  ],
  [
    'for screen readers',
    '<p style="position: absolute; width: 1px; height: 1px; overflow: hidden">Nadia</p>',
    true,
  ],
  [
    'below a picture',
    card('position: relative', 'Nadia<canvas style="position: absolute; inset: 0"></canvas>'),
    false,
  ],
  [
    'below a transparent link',
    card('position: relative', 'Nadia<a style="position: absolute; inset: 0"></a>'),
    true,
  ],
  ['below another text', card('height: 20px', 'Nadia') + card('margin-top: -20px', 'Tomas'), false],
  [
    'a control that is cut off',
    card('height: 20px; overflow: hidden', '<button style="margin-top: 40px"></button>'),
    false,
  ],
];

test('the check of every page and state finds text that is cut off or covered, and nothing else', async ({
  page,
}) => {
  for (const [name, html, isReadable] of cases) {
    await page.setContent(html);
    expect((await findUnreadableText(page)).length === 0, name).toBe(isReadable);
  }
});
