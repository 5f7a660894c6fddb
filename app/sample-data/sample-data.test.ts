import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { samplePhotos } from './photos.ts';
import { sampleReviews } from './reviews.ts';

test('[GAL-01] a new site shows at least 14 real pictures, each with a title of its own', async () => {
  expect(samplePhotos.length).toBeGreaterThanOrEqual(14);
  expect(new Set(samplePhotos.map(({ title }) => title)).size).toBe(samplePhotos.length);
  for (const { file } of samplePhotos) {
    const { width, height } = await sharp(fileURLToPath(file)).metadata();
    expect(Math.max(width, height)).toBeGreaterThanOrEqual(1200);
  }
});

test('[API-02] and at least six opinions, each with a face', () => {
  expect(sampleReviews.length).toBeGreaterThanOrEqual(6);
  for (const { image } of sampleReviews)
    expect(existsSync(new URL(`../../public${image}`, import.meta.url)), image).toBe(true);
});
