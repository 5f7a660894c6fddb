import { expect, test } from 'vitest';
import { compatibleDonors } from './blood-compatibility.ts';
import { bloodGroups } from './values.ts';

test('red cells and whole blood follow the ABO and Rh tables', () => {
  const table = Object.fromEntries(
    bloodGroups.map((group) => [group, compatibleDonors('red-cells', group).toSorted().join(' ')]),
  );
  expect(table).toEqual({
    'O-': 'O-',
    'O+': 'O+ O-',
    'A-': 'A- O-',
    'A+': 'A+ A- O+ O-',
    'B-': 'B- O-',
    'B+': 'B+ B- O+ O-',
    'AB-': 'A- AB- B- O-',
    'AB+': bloodGroups.toSorted().join(' '),
  });
  for (const group of bloodGroups)
    expect(compatibleDonors('whole-blood', group)).toEqual(compatibleDonors('red-cells', group));
});

test('plasma follows the ABO table reversed, and platelets the ABO table, both without Rh', () => {
  expect(compatibleDonors('plasma', 'O-').toSorted()).toEqual(bloodGroups.toSorted());
  expect(compatibleDonors('plasma', 'AB+').toSorted()).toEqual(['AB+', 'AB-']);
  expect(compatibleDonors('plasma', 'A+').toSorted()).toEqual(['A+', 'A-', 'AB+', 'AB-']);
  expect(compatibleDonors('platelets', 'O-').toSorted()).toEqual(['O+', 'O-']);
  expect(compatibleDonors('platelets', 'A-').toSorted()).toEqual(['A+', 'A-', 'O+', 'O-']);
});

test('names the group of the patient first', () => {
  for (const group of bloodGroups) expect(compatibleDonors('whole-blood', group)[0]).toBe(group);
});
