// Draws the pictures of the sample site: `node scripts/pictures/pictures.ts [folder]`. The results are committed.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { avatars } from './avatars.ts';
import { photos } from './photos.ts';
import { document, type Scene } from './scene.ts';

const root = process.argv[2] ?? '.';

async function draw(scene: Scene, folder: string, width: number): Promise<void> {
  await mkdir(join(root, folder), { recursive: true });
  const picture = sharp(Buffer.from(document(scene))).resize(width);
  const encoded = scene.file.endsWith('.webp')
    ? picture.webp({ quality: 86 })
    : picture.jpeg({ quality: 84, mozjpeg: true });
  await encoded.toFile(join(root, folder, scene.file));
}

for (const scene of photos) await draw(scene, 'samples/photos', scene.width);
for (const scene of avatars) await draw(scene, 'public/avatars', 200);
