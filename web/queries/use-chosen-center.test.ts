import { expect, test } from 'vitest';
import { chooseCenter } from './use-chosen-center.ts';

const centers = ['a', 'b', 'c', 'd'].map((_id) => ({ _id }));

test.each([
  { chosen: 'a', ids: {}, whose: 'the first' },
  { chosen: 'd', ids: { storedId: 'd' }, whose: 'the one that was chosen last' },
  { chosen: 'a', ids: { storedId: 'closed' }, whose: 'the first, if the last one is gone' },
  {
    chosen: 'b',
    ids: { storedId: 'd', preferred: ['c', 'b'] },
    whose: 'the first of those that need somebody',
  },
  {
    chosen: 'c',
    ids: { storedId: 'c', preferred: ['c', 'b'] },
    whose: 'the last one, if it is one of those',
  },
  { chosen: 'a', ids: { named: 'a', storedId: 'd', preferred: ['b'] }, whose: 'the one in the address' },
])('the center is $whose', ({ chosen, ids }) => {
  expect(chooseCenter(centers, { named: null, storedId: null, preferred: [], ...ids })?._id).toBe(chosen);
});
