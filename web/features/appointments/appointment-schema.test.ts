import { describe, expect, test } from 'vitest';
import { appointmentSchema, dayNotBookableMessage, emptyRequest } from './appointment-schema.ts';

const now = Date.UTC(2026, 10, 21, 12);
const schema = appointmentSchema(() => now);
const filled = {
  ...emptyRequest(new Date(2026, 10, 21)),
  name: 'Rahim Uddin',
  phone: '01712345678',
  center: 'Dhaka',
};

/** The first message of the one field that is wrong; undefined when all are right. */
function messageFor(field: string, value: unknown): string | undefined {
  const read = schema.safeParse({ ...filled, [field]: value });
  return read.error?.issues.find(({ path }) => path[0] === field)?.message;
}

test('[APF-01] [APF-02] blood group A+ and today stand there from the start', () => {
  expect(filled).toMatchObject({ bloodGroup: 'A+', date: 'November 21, 2026' });
});

describe('[APF-01] every rule with its message', () => {
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
    ['center', '', 'This Field Is Required'],
    ['center', '\u2800', 'This Field Is Required'],
    ['opinion', undefined, undefined],
    ['opinion', 'x'.repeat(200), undefined],
    ['opinion', 'x'.repeat(201), 'Please Input A Valid Phone Number'],
  ])('%s %j: %s', (field, value, message) => {
    expect(messageFor(field, value)).toBe(message);
  });
});

describe('[APF-02] the day', () => {
  test.each(['', 'soon', 'February 30, 2027', '2026-13-01', undefined, null])('%j cannot be read', (date) => {
    expect(messageFor('date', date)).toBe('Date input not valid');
  });

  test.each(['November 21, 2026', '2026-11-20', 'november 22, 2027'])('%s can be booked', (date) => {
    expect(messageFor('date', date)).toBeUndefined();
  });

  test.each(['2026-11-19', '2027-11-23'])('%s cannot be booked, and the bounds are said', (date) => {
    expect(messageFor('date', date)).toBe(dayNotBookableMessage(now));
    expect(dayNotBookableMessage(now)).toContain('from November 20, 2026 to November 22, 2027');
  });
});
