import { expect, test } from 'vitest';
import { contentForms } from './content-forms.ts';
import { countTexts, listLanguages } from './languages.ts';

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
