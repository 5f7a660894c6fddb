import { expect, test } from 'vitest';
import { defaultDistricts } from './default-districts.ts';
import { districtName, findDistrict, listDivision, parseDistricts } from './districts.ts';

const districts = parseDistricts({ list: defaultDistricts });

test('the default list has the 64 districts and 8 divisions of Bangladesh in English and Bengali', () => {
  expect(new Set(districts.map(districtName)).size).toBe(64);
  expect(new Set(districts.map(({ division }) => division[0])).size).toBe(8);
  for (const { names, division } of districts)
    for (const text of [names, division])
      expect(text).toEqual([
        expect.stringMatching(/^[A-Z][A-Za-z' ]+$/),
        expect.stringMatching(/^[\u0980-\u09ff]+$/),
      ]);
});

test('finds a district by its name in each language, in any case', () => {
  for (const text of ["Cox's Bazar", "cox's bazar", ' কক্সবাজার '])
    expect(findDistrict(districts, text)?.names[0]).toBe("Cox's Bazar");
  expect(findDistrict(districts, 'Atlantis')).toBeUndefined();
  const sylhet = findDistrict(districts, 'Sylhet');
  expect(sylhet && listDivision(districts, sylhet)).toEqual([
    'Habiganj',
    'Moulvibazar',
    'Sunamganj',
    'Sylhet',
  ]);
});

test('reads a list with missing parts and empty lines', () => {
  expect(parseDistricts({ list: '\n Dakar |Ouest \n\nThies' })).toEqual([
    { names: ['Dakar'], division: ['Ouest'] },
    { names: ['Thies'], division: [] },
  ]);
  expect(parseDistricts({ list: '' })).toEqual([]);
});
