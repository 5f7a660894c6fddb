import { expect, test } from 'vitest';
import { contentForms } from './content-forms.ts';
import { listDifferences, listValues } from './shown-values.ts';

const fields = contentForms.campaign?.listFields([{ _id: 'c1', name: 'Dhaka Center' }]) ?? [];
const draft = { title: { en: 'Bus', fr: 'Le bus' }, detail: { en: 'We come.', bn: ' ' }, date: '2030-01-02' };

test('lists values as an editor reads them', () => {
  const values = listValues(fields, { ...draft, centerId: 'c1' }, ['en', 'fr'], (code) => code.toUpperCase());
  expect(values.map(({ label, text }) => [label, text])).toEqual([
    ['Title (EN)', 'Bus'],
    ['Title (FR)', 'Le bus'],
    ['Text (EN)', 'We come.'],
    ['When: How long', 'One day'],
    ['When: Day', 'January 2, 2030'],
    ['Where: Center', 'Dhaka Center'],
  ]);
});

test('lists where two drafts differ, even if one lacks the text', () => {
  const value = (path: string, text: string) => ({ path, label: path, text });
  const [own, other] = [
    [value('title.en', 'Bus'), value('time', '9:00')],
    [value('title.en', 'Bus'), value('title.bn', 'বাস'), value('time', '10:00')],
  ];
  expect(listDifferences(own, other)).toEqual([
    { path: 'time', label: 'time', own: '9:00', other: '10:00' },
    { path: 'title.bn', label: 'title.bn', own: '', other: 'বাস' },
  ]);
});
