import { expect, test } from 'vitest';
import { superlinearGrowth } from '../testing/growth.ts';
import { acceptedEncoding } from './compression.ts';

test('chooses the best accepted encoding and never an excluded one', () => {
  const accepted = [
    'gzip, deflate, br',
    'gzip',
    'br;q=0, gzip',
    'br ; q=0.000, gzip;q=0',
    'br;q=0.1',
    'identity',
    '',
  ];
  expect(accepted.map(acceptedEncoding)).toEqual([
    'br',
    'gzip',
    'gzip',
    undefined,
    'br',
    undefined,
    undefined,
  ]);
});

test('takes linear time for any header', async () => {
  for (const unit of ['br ', 'br;', 'br;q=0.0', '0', ' ', ';', 'br; q=0']) {
    const header = (size: number) => `br${unit.repeat(size / unit.length)}x`;
    expect(await superlinearGrowth((size) => acceptedEncoding(header(size)), 200_000)).toBeUndefined();
    const zeros = (size: number) => `br;q=0.${unit.repeat(size / unit.length)}x`;
    expect(await superlinearGrowth((size) => acceptedEncoding(zeros(size)), 200_000)).toBeUndefined();
  }
});
