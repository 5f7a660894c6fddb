import { expect, test } from 'vitest';
import { chooseCenter } from './use-chosen-center.ts';

const centers = ['a', 'b', 'c', 'd'].map((_id) => ({ _id }));

test.each([
  { chosen: 'a', ids: {}, whose: 'the first' },
  { chosen: 'd', ids: { remembered: 'd' }, whose: 'the one that was chosen last' },
  { chosen: 'a', ids: { remembered: 'closed' }, whose: 'the first, if the last one is gone' },
  {
    chosen: 'b',
    ids: { remembered: 'd', preferred: ['c', 'b'] },
    whose: 'the first of those that need somebody',
  },
  {
    chosen: 'c',
    ids: { remembered: 'c', preferred: ['c', 'b'] },
    whose: 'the last one, if it is one of those',
  },
  { chosen: 'a', ids: { named: 'a', remembered: 'd', preferred: ['b'] }, whose: 'the one in the address' },
])('the center is $whose', ({ chosen, ids }) => {
  expect(chooseCenter(centers, { named: null, remembered: null, preferred: [], ...ids })?._id).toBe(chosen);
});
