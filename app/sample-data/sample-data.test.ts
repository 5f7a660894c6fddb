import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { samplePhotos } from './photos.ts';
import { sampleReviews } from './reviews.ts';

test('[GAL-01] contains at least 14 real pictures with distinct titles', async () => {
  expect(samplePhotos.length).toBeGreaterThanOrEqual(14);
  expect(new Set(samplePhotos.map(({ title }) => title)).size).toBe(samplePhotos.length);
  for (const { file } of samplePhotos) {
    const { width, height } = await sharp(fileURLToPath(file)).metadata();
    expect(Math.max(width, height)).toBeGreaterThanOrEqual(1200);
  }
});

test('[API-02] contains at least six reviews, each with a portrait', () => {
  expect(sampleReviews.length).toBeGreaterThanOrEqual(6);
  for (const { image } of sampleReviews)
    expect(existsSync(new URL(`../../public${image}`, import.meta.url)), image).toBe(true);
});
