import { expect, test } from 'vitest';
import { contrast, deriveAccent, pageColors } from './accent.ts';

const colors = {
  black: '#000000',
  white: '#ffffff',
  yellow: '#ffd500',
  'pure blue': '#0000ff',
  'mid grey': '#808080',
  'light green': '#7fffb0',
  'the red of the design': '#9c1322',
};

for (const scheme of ['light', 'dark'] as const)
  test.each(Object.entries(colors))(`%s is readable on ${scheme} pages`, (_, color) => {
    const { fill, onFill, strong, ink, soft } = deriveAccent(color)[scheme];
    for (const background of [...pageColors[scheme], soft])
      expect(contrast(ink, background), `${ink} on ${background}`).toBeGreaterThanOrEqual(4.5);
    for (const background of [fill, strong]) expect(contrast(onFill, background)).toBeGreaterThanOrEqual(4.5);
    for (const background of pageColors[scheme]) expect(contrast(fill, background)).toBeGreaterThanOrEqual(3);
    expect(contrast(strong, fill)).toBeGreaterThanOrEqual(1.1);
    const text = scheme === 'light' ? '#241917' : '#f7efeb';
    expect(contrast(text, soft)).toBeGreaterThanOrEqual(9);
  });

test('a color that is readable stays as it was chosen, in small letters', () => {
  expect(deriveAccent('#9C1322').light).toMatchObject({ fill: '#9c1322', ink: '#9c1322', onFill: '#ffffff' });
  expect(deriveAccent('#ffd500').dark).toMatchObject({ fill: '#ffd500', ink: '#ffd500', onFill: '#000000' });
});

test('only the lightness of a color that is not readable changes, and only as far as needed', () => {
  const { light, dark } = deriveAccent('#0000ff');
  expect(light.ink).toBe('#0000ff');
  expect(dark.ink).toMatch(/^#[4-9][\da-f][4-9][\da-f]f[\da-f]$/);
  expect(contrast(dark.ink, pageColors.dark[1])).toBeLessThan(6);
});

test('black on white has a contrast of 21, and equal colors have 1', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#808080', '#808080')).toBe(1);
});
