import { expect, test } from 'vitest';
import { toSiteName } from './site-name.ts';

test.each([
  [undefined, 'Blood Buddies'],
  ['', 'Blood Buddies'],
  ['\u200b \u2066', 'Blood Buddies'],
  ['Donneurs de Sang "Dakar", Sénégal', 'Donneurs de Sang "Dakar", Sénégal'],
  [' Sang\r\nBcc: all@example.org\u2028x ', 'Sang Bcc: all@example.org x'],
  ['متبرعو \u202eالدم', 'متبرعو الدم'],
  ['🩸'.repeat(61), '🩸'.repeat(60)],
  [`${'a'.repeat(59)} b`, 'a'.repeat(59)],
  [`${'\u200b'.repeat(60)}a`, 'Blood Buddies'],
])('turns %j into %j', (stored, name) => {
  expect(toSiteName(stored)).toBe(name);
});
