import { expect, test } from 'vitest';
import { shownName } from './shown-name.ts';

test.each([
  ['Rahima Khatun', 'Rahima'],
  ['  Rahima \n Khatun ', 'Rahima'],
  ['Md. Rahim Uddin', 'Rahim'],
  ['MD Rahim Uddin', 'Rahim'],
  ['Dr. Mst. Fatema Begum', 'Fatema'],
  ['A. K. M. Fazlul Haque', 'Fazlul'],
  ['মোঃ রহিম উদ্দিন', 'রহিম'],
  ['Rahima', 'Rahima'],
  ['Md.', 'Md.'],
  ['\u202eamihaR Khatun', 'amihaR'],
  ['\u200b Rahima Khatun', 'Rahima'],
  ['\u3164 \u2800', 'A donor'],
  ['rahima@example.org', 'A donor'],
  ['\u200b\u200b\u200b\u200b', 'A donor'],
])('the first name of %j is %j', (name, first) => expect(shownName(name, 'first')).toBe(first));

test('all of it in one line, or nothing of it; never an address', () => {
  expect(shownName(' Rahima\tKhatun\u202e ', 'full')).toBe('Rahima Khatun');
  expect(shownName('Rahima Khatun', 'none')).toBe('A donor');
  expect(shownName('Rahima (rahima@example.org)', 'full')).toBe('A donor');
});
