// Draws the pictures of the sample site: `node art/pictures.ts [folder [name ...]]`; with names,
// only those drawings. The results are committed.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { avatars } from './avatars.ts';
import { type Drawing, drawings } from './drawings.ts';
import { photos } from './photos.ts';
import { clearDocument, document, type Scene } from './scene.ts';

const [root = '.', ...names] = process.argv.slice(2);

async function draw(scene: Scene, folder: string, width: number): Promise<void> {
  await mkdir(join(root, folder), { recursive: true });
  const picture = sharp(Buffer.from(document(scene))).resize(width);
  const encoded = scene.file.endsWith('.webp')
    ? picture.webp({ quality: 86 })
    : picture.jpeg({ quality: 84, mozjpeg: true });
  await encoded.toFile(join(root, folder, scene.file));
}

/** In the two widths that `Drawing` in web/components offers. */
async function drawForPages({ name, scene, clear }: Drawing): Promise<void> {
  const folder = join(root, 'public/drawings');
  await mkdir(folder, { recursive: true });
  const density = 72 * Math.max(1, 1120 / scene.width);
  const drawing = clear ? clearDocument(scene) : document(scene);
  const picture = await sharp(Buffer.from(drawing), { density }).png().toBuffer();
  for (const width of [680, 1120]) {
    // The usual kernel leaves a ring around what is clear, which costs a third of the file.
    const sized = sharp(picture).resize(width, null, { kernel: clear ? 'mitchell' : 'lanczos3' });
    await sized
      .clone()
      .avif({ quality: 42, effort: 8 })
      .toFile(join(folder, `${name}-${width}.avif`));
    await sized
      .clone()
      .webp({ quality: 74, effort: 6 })
      .toFile(join(folder, `${name}-${width}.webp`));
  }
}

if (names.length === 0) {
  for (const scene of photos) await draw(scene, 'samples/photos', scene.width);
  for (const scene of avatars) await draw(scene, 'public/avatars', 200);
}
for (const picture of drawings)
  if (names.length === 0 || names.includes(picture.name)) await drawForPages(picture);
