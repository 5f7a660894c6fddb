import { expect, test } from 'vitest';
import { listShownFields } from './fields.ts';
import { setPlace } from './landing-fields.ts';
import { linkFields, setLink } from './link-fields.ts';

test('a section of the landing page moves to a place, is hidden and shown again', () => {
  const moved = setPlace({}, 'reviews', '1');
  expect(moved).toMatchObject({
    hidden: [],
    order: [
      'reviews',
      'banner',
      'join',
      'campaigns',
      'counters',
      'steps',
      expect.anything(),
      expect.anything(),
      expect.anything(),
      expect.anything(),
      expect.anything(),
    ],
  });
  const hidden = setPlace(moved, 'reviews', 'hidden');
  expect(hidden).toMatchObject({ hidden: ['reviews'] });
  expect(setPlace(hidden, 'reviews', '3')).toMatchObject({
    hidden: [],
    order: expect.arrayContaining(['reviews']),
  });
  expect((setPlace(hidden, 'reviews', '3') as { order: string[] }).order.indexOf('reviews')).toBe(2);
});

test('an empty link follows those that are filled in', () => {
  const shown = (draft: unknown) =>
    listShownFields(linkFields, draft)
      .map(({ name }) => name)
      .filter((name) => name.startsWith('footer.help'));
  expect(shown({})).toEqual(['footer.help.0.label', 'footer.help.0.url']);
  const draft = setLink({}, 'help', 0, 'footer.help.0.label.en', 'Questions');
  expect(draft).toEqual({ footer: { help: [{ label: { en: 'Questions' } }] } });
  expect(shown(draft)).toHaveLength(4);
});
