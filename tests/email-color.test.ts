import { expect, test } from 'vitest';
import { renderCodeEmail } from '#providers/identity/codes/send.ts';
import { colorEmail } from '#server/email/color-email.ts';
import { renderEmail } from '#server/email/template.ts';

const link = 'https://blood.example';
const ours = {
  to: 'awa@example.org',
  ...renderEmail(
    { language: 'en', site: 'Sang' },
    {
      subject: 'style="color:#a4161a"',
      intro: 'Hello',
      rows: [],
      button: { text: 'Open', link },
      also: [{ text: 'Cancel', link }],
    },
  ),
};
const identity = renderCodeEmail({
  kind: 'VERIFY_EMAIL',
  language: 'bn',
  siteName: 'Sang',
  to: 'a@b.example',
  link,
});

test.each([
  ['the site', ours],
  ['the identity provider', identity],
])("an email of %s has the owner's color in place of ours", (_, email) => {
  const { html, ...rest } = colorEmail(email, '#FFD500');
  expect(html).toContain('background:#a78b01;color:#000000;');
  expect(html).not.toContain('background:#a4161a');
  expect({ ...rest, html: email.html }).toEqual(email);
  expect(colorEmail(email, undefined)).toBe(email);
});

test('a link in an email has it too, and a text of a person stays', () => {
  const { html } = colorEmail(ours, '#ffd500');
  expect(html).toContain(`<a href="${link}" style="color:#816b00">Cancel</a>`);
  expect(html).toContain('<h1 style="font-size:1.3em;line-height:1.3">style=&quot;color:#a4161a&quot;</h1>');
});
