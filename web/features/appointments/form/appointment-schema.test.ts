import { describe, expect, test } from 'vitest';
import type { Day } from '#contract/days.ts';
import { appointmentSchema, createEmptyRequest, dayNotBookableMessage } from './appointment-schema.ts';

const now = Date.UTC(2026, 10, 21, 12);
const schema = appointmentSchema(() => now);
const filled = {
  ...createEmptyRequest('2026-11-21' as Day),
  name: 'Rahim Uddin',
  phone: '01712345678',
  center: 'Dhaka',
};

/** Returns the first message for the field, or undefined when the value is valid. */
function messageFor(field: string, value: unknown): string | undefined {
  const result = schema.safeParse({ ...filled, [field]: value });
  return result.error?.issues.find(({ path }) => path[0] === field)?.message;
}

test("[APF-01] [APF-02] the form starts with blood group A+ and today's date", () => {
  expect(filled).toMatchObject({ bloodGroup: 'A+', date: 'November 21, 2026' });
});

describe('[APF-01] every rule has its message', () => {
  test.each([
    ['name', '', 'This Field Is Required'],
    ['name', '   ', 'This Field Is Required'],
    ['name', '\u3164\u3164\u3164\u3164', 'This Field Is Required'],
    ['name', '\u200b', 'This Field Is Required'],
    ['name', 'Ali', 'Minimum Four Character'],
    ['name', 'Amir', undefined],
    ['phone', '', 'This Field Is Required'],
    ['phone', '0171234567', 'Please Input A Valid Phone Number'],
    ['phone', '017123456789', 'Please Input A Valid Phone Number'],
    ['phone', '0171234567x', 'Please Input A Valid Phone Number'],
    ['phone', '01712345678', undefined],
    ['phone', '+880 1712-345678', undefined],
    ['phone', '৮৮০১৭১২৩৪৫৬৭৮', undefined],
    ['center', '', 'This Field Is Required'],
    ['center', '\u2800', 'This Field Is Required'],
    ['opinion', undefined, undefined],
    ['opinion', 'x'.repeat(200), undefined],
    ['opinion', 'x'.repeat(201), 'Please Input A Valid Phone Number'],
  ])('%s %j: %s', (field, value, message) => {
    expect(messageFor(field, value)).toBe(message);
  });
});

describe('[APF-02] the donation date', () => {
  test.each(['', 'soon', 'February 30, 2027', '2026-13-01', undefined, null])('%j cannot be read', (date) => {
    expect(messageFor('date', date)).toBe('Date input not valid');
  });

  test.each(['November 21, 2026', '2026-11-20', 'november 22, 2027'])('%s can be booked', (date) => {
    expect(messageFor('date', date)).toBeUndefined();
  });

  test.each(['2026-11-19', '2027-11-23'])('%s cannot be booked, and the message names the range', (date) => {
    expect(messageFor('date', date)).toBe(dayNotBookableMessage(now));
    expect(dayNotBookableMessage(now)).toContain('from November 20, 2026 to November 22, 2027');
  });
});
