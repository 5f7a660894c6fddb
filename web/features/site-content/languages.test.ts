import { expect, test } from 'vitest';
import { contentForms } from './content-forms.ts';
import { countTexts, listDifferences, listLanguages, listValues } from './languages.ts';

const fields = contentForms.campaign?.listFields([{ _id: 'c1', name: 'Dhaka Center' }]) ?? [];
const draft = { title: { en: 'Bus', fr: 'Le bus' }, detail: { en: 'We come.', bn: ' ' }, date: '2030-01-02' };

test('offers the languages of the site, then those of the texts', () => {
  expect(listLanguages(fields, draft, ['bn', 'en'])).toEqual(['bn', 'en', 'fr']);
});

test('counts the texts that a language has, of those that any has', () => {
  const count = (language: string) => countTexts(fields, draft, language);
  expect([count('en'), count('fr'), count('bn')]).toEqual([
    { filled: 2, total: 2 },
    { filled: 1, total: 2 },
    { filled: 0, total: 2 },
  ]);
});

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
