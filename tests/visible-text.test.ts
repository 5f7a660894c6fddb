import { expect, test } from 'vitest';
import { isVisible as inContract } from '#contract/one-line.ts';
import { isVisible as inPlatform } from '#platform/text.ts';

test('site and identity provider agree on which characters can be seen', () => {
  const differing: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (inContract(character) !== inPlatform(character)) differing.push(code.toString(16));
  }
  expect(differing).toEqual([]);
});
