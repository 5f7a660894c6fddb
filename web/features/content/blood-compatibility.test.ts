import { expect, test } from 'vitest';
import { bloodGroups } from '#contract/values.ts';
import { compatibleDonors } from './blood-compatibility.ts';

test('O- receives only its own group and can be given to every group', () => {
  expect(compatibleDonors('O-')).toEqual(['O-']);
  for (const group of bloodGroups) expect(compatibleDonors(group)).toContain('O-');
});

test('AB+ receives every group', () => {
  expect(compatibleDonors('AB+').toSorted()).toEqual(bloodGroups.toSorted());
});

test.each([
  ['A+', ['A+', 'O+', 'A-', 'O-']],
  ['B-', ['B-', 'O-']],
] as const)('%s receives %s', (receiver, donors) => {
  expect(compatibleDonors(receiver)).toEqual(donors);
});
