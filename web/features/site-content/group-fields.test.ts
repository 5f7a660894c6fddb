import { expect, test } from 'vitest';
import { listShownFields } from './fields.ts';
import { setPlace } from './landing-fields.ts';
import { linkFields, setLink } from './link-fields.ts';
import { eligibilityFields, feeFields, setPrice } from './setting-fields.ts';

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

test('a price is entered in the unit of its currency, and kept when the currency changes', () => {
  const [isFree, amount, currency] = feeFields();
  const free = isFree?.set?.({ amount: 500, currency: 'usd' }, 'none', '');
  expect([free, isFree?.read?.(free)]).toEqual([null, 'none']);
  const draft = setPrice(isFree?.set?.(free, 'fee', ''), '7.5');
  expect(draft).toEqual({ amount: 750, currency: 'usd' });
  const francs = currency?.set?.(setPrice(draft, '1000'), 'xof', 'currency');
  expect(francs).toEqual({ amount: 1000, currency: 'xof' });
  expect(amount?.read?.(francs)).toBe('1000');
  expect(setPrice(draft, '')).toEqual({ currency: 'usd' });
});

test('a rule is changed by its id', () => {
  const fields = eligibilityFields();
  const field = (name: string) => fields.find((one) => one.name === name);
  const draft = {
    rules: [
      { id: 'older', above: 60 },
      { id: 'gave-birth', wait: { months: 9 } },
    ],
  };
  expect(field('rules.older')?.set?.(draft, '65', '')).toMatchObject({ rules: [{ above: 65 }, {}] });
  const wait = field('rules.gave-birth');
  expect(wait?.read?.(draft)).toBe('9');
  expect(wait?.set?.(draft, '6', '')).toMatchObject({ rules: [{ above: 60 }, { wait: { months: 6 } }] });
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
