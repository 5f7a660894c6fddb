import { expect, test } from 'vitest';
import { unsupportedCss } from './css-features.ts';
import { unsupportedScript } from './script-features.ts';

test.each([
  ['a{width:10cqi}', ['unit cqi: chrome, safari, firefox']],
  ['a{height:100dvh}', ['unit dvh: chrome']],
  ['a{translate:0 1px}', ['translate: chrome']],
  ['@container (width>1px){a{top:0}}', ['@container: chrome, safari, firefox']],
  ['dialog:modal{top:0}', [':modal: chrome']],
  ['p:has(b){top:0}', [':has: chrome, firefox']],
  ['a{color:color-mix(in srgb,red,blue)}', ['color-mix(): chrome, safari, firefox']],
  ['@media (width>=1px){a{top:0}}', ['media ranges: chrome, safari']],
  ['@supports (height:1dvh){a{height:1dvh}}b{top:0}', []],
  ['@layer a{a{inset:0;aspect-ratio:1;content:"1dvh :modal"}}', []],
])('%s', (sheet, expected) => expect(unsupportedCss(sheet)).toEqual(expected));

test.each([
  ['AbortSignal.timeout(1)', ['AbortSignal.timeout: chrome, safari']],
  ['a.toSorted()', ['.toSorted: chrome, safari, firefox']],
  ['Object.groupBy(a, b)', ['Object.groupBy: chrome, safari, firefox']],
  ['new OffscreenCanvas(1, 1)', ['OffscreenCanvas: safari']],
  ['/(?<=a)b/.test(c)', ['lookbehind: safari']],
  ['a.at(-1); structuredClone(b); Object.hasOwn(c, d); e.replaceAll("f", "g")', []],
])('%s', (code, expected) => expect(unsupportedScript(code)).toEqual(expected));
