import { expect, test } from 'vitest';
import { toastTop } from './toast-position.ts';

const toasts = { top: 90, bottom: 150, left: 10, right: 350 };
const area = { top: 0, bottom: 740 };
const focusedAt = (top: number, bottom: number) => ({ top, bottom, left: 20, right: 200 });

test('toasts stay at their default place if nothing is focused there', () => {
  expect(toastTop(toasts, undefined, area)).toBe(90);
  expect(toastTop(toasts, focusedAt(166, 200), area)).toBe(90);
  expect(toastTop(toasts, { ...focusedAt(100, 140), left: 400, right: 500 }, area)).toBe(90);
});

test('toasts move below the focused element, or above it where there is no room below', () => {
  expect(toastTop(toasts, focusedAt(100, 148), area)).toBe(164);
  expect(toastTop(toasts, focusedAt(100, 700), area)).toBe(24);
});

test('a toast leaves room for its close button, which extends over its edge', () => {
  expect(toastTop(toasts, focusedAt(152, 200), area)).toBe(216);
  expect(toastTop(toasts, focusedAt(60, 80), area)).toBe(96);
});

test('toasts do not cover the top bar', () => {
  expect(toastTop(toasts, focusedAt(100, 700), { ...area, top: 64 })).toBe(90);
});

test('toasts stay where the focused element leaves no room', () => {
  expect(toastTop(toasts, focusedAt(40, 700), area)).toBe(90);
});
