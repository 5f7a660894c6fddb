// Draws the pictures of the sample site: `node scripts/pictures/render.ts [folder]`. The results are committed.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { document } from './scene.ts';
import { volunteers } from './scenes/volunteers.ts';

const folder = process.argv[2] ?? 'samples/photos';
await mkdir(folder, { recursive: true });
for (const scene of [volunteers])
  await sharp(Buffer.from(document(scene)))
    .jpeg({ quality: 82, mozjpeg: true })
    .toFile(join(folder, scene.file));
