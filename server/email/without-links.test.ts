import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testLook } from '#platform/testing/test-look.ts';
import type { AppointmentRow } from '#server/db/tables.ts';
import { renderReceiptEmail, renderRefundEmail } from '#server/features/payments/emails.ts';
import { renderReminderEmail } from '#server/features/reminders/email.ts';
import { neutralizeLines, neutralizeLinks } from './neutralize-links.ts';

/** Every text that an email program might turn into a link matches this. */
const linkable = /[./\\@。．｡․：／＠][^\s]|(?<!\p{Nd}):[^\s]|:[^\s\p{Nd}]/u;

test.each([
  ['www.evil.example', 'www. evil. example'],
  ['https://evil.example/x?y=1', 'https: / / evil. example/ x?y=1'],
  ['evil。example', 'evil。 example'],
  ['evil．example', 'evil. example'],
  ['⒈evil', '1. evil'],
  ['a@b.c', 'a@ b. c'],
  ['mailto:a', 'mailto: a'],
  ['evil.\nexample\u2028.com', 'evil. example . com'],
  ['evil.\u200bexample', 'evil. \u200bexample'],
  ['evil:80/x', 'evil: 80/ x'],
  ['1.2.3.4:80/x', '1. 2. 3. 4:80/ x'],
  ['\\\\evil\\share', '\\ \\ evil\\ share'],
])('neutralizes %j as %j', (typed, quoted) => {
  expect(neutralizeLinks(typed)).toBe(quoted);
});

test.each([
  'Md. Rahim Uddin',
  "O'Neil & Sons (Unit-2)",
  '<img src=x>',
  'ঢাকা মেডিকেল কলেজ',
  'St. Mary, Room 4',
  'We open at 10:30',
  'সকাল ১০:৩০',
])('leaves an ordinary name unchanged: %s', (name) => {
  expect(neutralizeLinks(name)).toBe(name.normalize('NFKC'));
});

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 100 }),
  fc.string({ unit: fc.constantFrom(...'.:/\\@。．｡․⒈ewx\n\r\u2028\u200b\u00a0 '), maxLength: 60 }),
  fc.webUrl(),
  fc.domain(),
  fc.emailAddress(),
);

test('leaves no link in any input, and changes nothing the second time', () => {
  fc.assert(
    fc.property(hostile, (typed) => {
      const quoted = neutralizeLinks(typed);
      expect(quoted).not.toMatch(linkable);
      expect(quoted).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
      expect(neutralizeLinks(quoted)).toBe(quoted);
      const lines = neutralizeLines(typed);
      expect(lines).not.toMatch(linkable);
      expect(lines.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
      expect(neutralizeLines(lines)).toBe(lines);
    }),
    { numRuns: 2000 },
  );
});

const site = 'https://site.example';
const reader = { site: 'Blood Buddies', look: testLook };
const urls = { appointments: `${site}/a`, cancel: `${site}/c`, stop: `${site}/s`, oneClick: `${site}/o` };
const appointment = (typed: string) =>
  ({
    id: 'id',
    name: typed,
    center: typed,
    day: '2026-11-25',
    refunded_at: null,
    transaction_id: 'pi_1',
    paid_at: 0,
    paid_amount: 500,
    paid_currency: 'usd',
  }) as AppointmentRow;

const emails: [string, (typed: string) => { subject: string; text: string; html: string }][] = [
  ['reminder', (typed) => renderReminderEmail(appointment(typed), { ...reader, language: 'en' }, urls)],
  ['receipt', (typed) => renderReceiptEmail(appointment(typed), { ...reader, language: 'en' }, site)],
  [
    'refund notice',
    (typed) =>
      renderRefundEmail(
        appointment(typed),
        { amount: 500, currency: 'usd', intent_id: 'pi_1' },
        { ...reader, language: 'bn' },
        site,
      ),
  ],
];

test.each(emails)(
  'the %s contains only links to the site, and no extra line from user input',
  (_, render) => {
    const lines = (typed: string) => render(typed).text.split('\n').length;
    const expected = lines('Rahim Uddin');
    fc.assert(
      fc.property(hostile, (typed) => {
        const { subject, text, html } = render(`x${typed}`);
        expect(lines(`x${typed}`)).toBe(expected);
        expect(subject).not.toContain('evil');
        const ownLinks = /https:\/\/site\.example\/[\w/]*/g;
        expect(text.replace(ownLinks, '')).not.toMatch(/[a-z]+:\/\/|www\.\S|\S@\w|[a-z]\.[a-z]/i);
        expect(html.match(/<a href="[^"]*"/g)?.every((link) => link.startsWith(`<a href="${site}/`))).toBe(
          true,
        );
      }),
      { numRuns: 300 },
    );
  },
);
