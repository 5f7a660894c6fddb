import { expect, test } from 'vitest';
import { toastTop } from './toast-position.ts';

const toasts = { height: 60, left: 10, right: 350 };
const page = { barsBottom: 76, bottom: 740 };
const boxAt = (top: number, bottom: number) => ({ top, bottom, left: 20, right: 200 });
const belowBars = 92;
const overBars = 16;

test('toasts are below the bars if they cover nothing there', () => {
  expect(toastTop(toasts, page)).toBe(belowBars);
  expect(toastTop(toasts, { ...page, control: boxAt(168, 210), headings: [boxAt(400, 440)] })).toBe(
    belowBars,
  );
  expect(toastTop(toasts, { ...page, headings: [{ ...boxAt(100, 140), left: 400, right: 500 }] })).toBe(
    belowBars,
  );
});

test('toasts are over the bars if they would cover a heading or the focused control below them', () => {
  expect(toastTop(toasts, { ...page, headings: [boxAt(400, 440), boxAt(110, 150)] })).toBe(overBars);
  expect(toastTop(toasts, { ...page, control: boxAt(110, 700) })).toBe(overBars);
  expect(toastTop({ ...toasts, height: 110 }, { ...page, headings: [boxAt(100, 150)] })).toBe(overBars);
});

test('a toast leaves room for the outline of the focused control and for its own close button', () => {
  expect(toastTop(toasts, { ...page, control: boxAt(160, 200) })).toBe(overBars);
});

test('a focused control in the bars stays free, even if the toasts cover a heading', () => {
  expect(toastTop(toasts, { ...page, control: boxAt(12, 60), headings: [boxAt(110, 150)] })).toBe(belowBars);
});

test('toasts that would cover the focused control in both positions are below it, if there is room', () => {
  expect(toastTop(toasts, { ...page, control: boxAt(60, 140) })).toBe(156);
  expect(toastTop(toasts, { ...page, control: boxAt(40, 700) })).toBe(belowBars);
});
