import { expect, test } from 'vitest';
import { getPictureSources } from './picture-sources.ts';

const img = 'https://site.example/images/p1';

test('[GAL-01] requests a picture at width 162, with a 2x variant and larger widths', () => {
  const { src, srcSet } = getPictureSources(img, 700);
  expect(src).toBe(`${img}?auto=format&w=162`);
  expect(srcSet.split(', ')).toEqual([
    `${img}?auto=format&w=162 162w`,
    `${img}?auto=format&w=162&dpr=2 324w`,
    `${img}?auto=format&w=486 486w`,
    `${img}?auto=format&w=640 640w`,
  ]);
});

test("keeps the query of a picture's address", () => {
  expect(getPictureSources(`${img}?v=2`).src).toBe(`${img}?v=2&auto=format&w=162`);
});
