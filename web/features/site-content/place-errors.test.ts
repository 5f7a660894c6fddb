import { expect, test } from 'vitest';
import { contentForms } from './content-forms.ts';
import { placeErrors } from './place-errors.ts';

const place = (kind: 'campaign' | 'counters', errors: Record<string, string>, draft: unknown) =>
  placeErrors(errors, contentForms[kind]?.listFields([]) ?? [], draft, ['en', 'bn']);

test('a message about a missing text belongs to the first language, one about a text to its own', () => {
  const errors = {
    place: 'Enter a place',
    'title.bn': 'Use at most 120 characters',
    title: 'Fill in this field',
  };
  expect(place('campaign', errors, {})).toEqual({
    byPath: {
      'place.en': 'Enter a place',
      'title.bn': 'Use at most 120 characters',
      'title.en': 'Fill in this field',
    },
    others: [],
    first: 'title.en',
  });
});

test('a message about a hidden day is shown at the choice that hides it', () => {
  const errors = { date: 'Enter a day' };
  expect(place('campaign', errors, {}).byPath).toEqual({ date: 'Enter a day' });
  expect(place('campaign', errors, { from: '' }).byPath).toEqual({ duration: 'Enter a day' });
});

test('a message about a whole counter says what a counter needs', () => {
  expect(place('counters', { 2: 'Check this field' }, [{}, {}, {}, {}])).toMatchObject({
    byPath: { '2.source': 'Enter a label, and a number or what to count' },
    first: '2.source',
  });
});

test('a message about something that the form does not show is not lost', () => {
  const errors = { draft: 'Save something before you publish it' };
  expect(place('campaign', errors, {})).toEqual({ byPath: {}, others: [errors.draft] });
});
