import { expect, test } from 'vitest';
import { followTitle, isSame, proposeSlug, readText, setValue } from './draft.ts';

test('sets and removes a field at any depth, and changes nothing else', () => {
  const draft = { title: { en: 'Bus', bn: 'বাস' }, time: '9:00' };
  expect(setValue(draft, 'title.en', 'The bus')).toEqual({
    title: { en: 'The bus', bn: 'বাস' },
    time: '9:00',
  });
  expect(setValue(draft, 'title.bn', undefined)).toEqual({ title: { en: 'Bus' }, time: '9:00' });
  expect(setValue(draft, 'place.fr', 'Gare')).toEqual({ ...draft, place: { fr: 'Gare' } });
  expect(setValue([{}, { value: 1 }], '1.label.en', 'Donors')).toEqual([
    {},
    { value: 1, label: { en: 'Donors' } },
  ]);
  expect(draft).toEqual({ title: { en: 'Bus', bn: 'বাস' }, time: '9:00' });
});

test('a changed text keeps its place, because the first language is shown where another is missing', () => {
  expect(Object.keys(setValue({ en: 'a', bn: 'b' }, 'en', 'c') as object)).toEqual(['en', 'bn']);
});

test('reads an empty text where there is none', () => {
  expect(readText({ title: { en: 'Bus' } }, 'title.en')).toBe('Bus');
  expect(readText({ title: { en: 'Bus' } }, 'title.toString')).toBe('');
  expect(readText(null, 'title.en')).toBe('');
});

test.each([
  [{}, { title: { en: '  ' }, time: '' }, true],
  [{ a: 'x', b: 1 }, { b: 1, a: ' x ' }, true],
  [[{ value: 1 }], [{ value: 2 }], false],
  [{ title: { en: 'Bus' } }, { title: { en: 'Bus', fr: 'Bus' } }, false],
  [null, { amount: 1 }, false],
])('compares %o and %o: %s', (one, other, expected) => {
  expect(isSame(one, other)).toBe(expected);
});

test.each([
  ['The blood bus', 'the-blood-bus'],
  ['  Café à Dakar, 2026! ', 'cafe-a-dakar-2026'],
  ['রক্তের বাস', ''],
  ['x'.repeat(100), 'x'.repeat(80)],
])('proposes an address for %s', (title, slug) => {
  expect(proposeSlug(title)).toBe(slug);
});

test('the address follows the title until the editor changes it', () => {
  const [first, second] = [{ title: { en: 'Bus' } }, { title: { en: 'Big bus' } }];
  const followed = followTitle({}, first);
  expect(followed).toMatchObject({ slug: 'bus' });
  expect(followTitle(followed, { ...second, slug: 'bus' })).toMatchObject({ slug: 'big-bus' });
  expect(followTitle(first, { ...second, slug: 'blood-bus' })).toMatchObject({ slug: 'blood-bus' });
});
