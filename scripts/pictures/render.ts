// Draws the pictures of the sample site: `node scripts/pictures/render.ts [folder]`. The results are committed.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { pictures } from './pictures.ts';
import { document } from './scene.ts';

const photos = process.argv[2] ?? 'samples/photos';
await mkdir(photos, { recursive: true });
for (const scene of pictures)
  await sharp(Buffer.from(document(scene)))
    .jpeg({ quality: 82, mozjpeg: true })
    .toFile(join(photos, scene.file));
