import { expect, test } from 'vitest';
import { acceptedFormat } from './format.ts';

test.each([
  ['Chrome', 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8', 'avif'],
  ['Firefox', 'image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5', 'avif'],
  [
    'Safari',
    'image/webp,image/avif,image/jxl,image/heic,video/*;q=0.8,image/png,image/*;q=0.8,*/*;q=0.5',
    'avif',
  ],
  ['an older browser', 'image/webp,image/*,*/*;q=0.8', 'webp'],
  ['an old one', 'image/png,image/*;q=0.8,*/*;q=0.5', 'jpeg'],
  ['a tool', '*/*', 'jpeg'],
  ['nobody in particular', undefined, 'jpeg'],
  ['one that takes no pictures', 'text/html', 'jpeg'],
  ['one that prefers WebP', 'image/avif;q=0.5,image/webp;q=0.9', 'webp'],
  ['one that prefers anything else', 'image/webp;q=0.5,image/*', 'jpeg'],
  ['one that refuses AVIF', 'image/avif;q=0,image/webp;q=0,*/*', 'jpeg'],
  ['one that shouts', 'IMAGE/AVIF', 'avif'],
  ['a garbled header', ',;q=,image/webp;q=x;;', 'webp'],
] as const)('%s gets the best it takes', (_, accept, format) => {
  expect(acceptedFormat(accept, 'jpeg')).toBe(format);
  expect(acceptedFormat(accept, 'webp')).toBe(format === 'jpeg' ? 'png' : format);
});

test('a see-through picture is WebP rather than a JPEG that the client prefers', () => {
  expect(acceptedFormat('image/webp;q=0.5,image/jpeg', 'webp')).toBe('webp');
  expect(acceptedFormat('image/webp;q=0.5,image/jpeg', 'jpeg')).toBe('jpeg');
});
