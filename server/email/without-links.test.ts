import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AppointmentTable } from '#server/db/tables.ts';
import { renderReceiptEmail, renderRefundEmail } from '#server/features/payments/emails.ts';
import { renderReminderEmail } from '#server/features/reminders/email.ts';
import { neutralizeLinks } from './template.ts';

/** Whatever any mail program makes a link of holds one of these right before something else. */
const joined = /[.:/\\@。．｡․：／＠][^\s]/u;

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
  ['\\\\evil\\share', '\\ \\ evil\\ share'],
])('%j is quoted in an email as %j', (typed, quoted) => {
  expect(neutralizeLinks(typed)).toBe(quoted);
});

test.each([
  'Md. Rahim Uddin',
  "O'Neil & Sons (Unit-2)",
  '<img src=x>',
  'ঢাকা মেডিকেল কলেজ',
  'St. Mary, Room 4',
])('an ordinary name stays as it is: %s', (name) => {
  expect(neutralizeLinks(name)).toBe(name.normalize('NFKC'));
});

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 100 }),
  fc.string({ unit: fc.constantFrom(...'.:/\\@。．｡․⒈ewx\n\r\u2028\u200b\u00a0 '), maxLength: 60 }),
  fc.webUrl(),
  fc.domain(),
  fc.emailAddress(),
);

test('nothing that anybody types stays a link, and quoting it twice changes nothing', () => {
  fc.assert(
    fc.property(hostile, (typed) => {
      const quoted = neutralizeLinks(typed);
      expect(quoted).not.toMatch(joined);
      expect(quoted).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
      expect(neutralizeLinks(quoted)).toBe(quoted);
    }),
    { numRuns: 2000 },
  );
});

const site = 'https://site.example';
const targets = { appointments: `${site}/a`, cancel: `${site}/c`, stop: `${site}/s`, oneClick: `${site}/o` };
const row = (typed: string) =>
  ({
    ...{ id: 'id', name: typed, center: typed, day: '2026-11-25', refunded_at: null },
    ...{ transaction_id: 'pi_1', paid_at: 0, paid_amount: 500, paid_currency: 'usd' },
  }) as AppointmentTable;

const emails: [string, (typed: string) => { subject: string; text: string; html: string }][] = [
  ['reminder', (typed) => renderReminderEmail(row(typed), 'en', targets)],
  ['receipt', (typed) => renderReceiptEmail(row(typed), { language: 'en' }, site)],
  [
    'refund notice',
    (typed) =>
      renderRefundEmail(
        row(typed),
        { amount: 500, currency: 'usd', intent_id: 'pi_1' },
        { language: 'bn' },
        site,
      ),
  ],
];

test.each(emails)(
  'the %s holds no link but those of the site, and no line of whoever filled in the form',
  (_, compose) => {
    const lines = (typed: string) => compose(typed).text.split('\n').length;
    const usual = lines('Rahim Uddin');
    fc.assert(
      fc.property(hostile, (typed) => {
        const { subject, text, html } = compose(`x${typed}`);
        expect(lines(`x${typed}`)).toBe(usual);
        expect(subject).not.toContain('evil');
        const ours = /https:\/\/site\.example\/[\w/]*/g;
        expect(text.replace(ours, '')).not.toMatch(/[a-z]+:\/\/|www\.\S|\S@\w|[a-z]\.[a-z]/i);
        expect(html.match(/<a href="[^"]*"/g)?.every((link) => link.startsWith(`<a href="${site}/`))).toBe(
          true,
        );
      }),
      { numRuns: 300 },
    );
  },
);
