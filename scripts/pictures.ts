// Makes the site's pictures from the drawings in art/: `node scripts/pictures.ts [name ...]`. The results are
// committed.
import { readdirSync } from 'node:fs';
import sharp from 'sharp';
import { inRoot } from './set-up/paths.mjs';

/** Sample photos that are also the picture of a page. */
const photosOnPages = new Map([
  ['photo-registration', 'page-contact'],
  ['photo-river-boat', 'page-reciever'],
  ['photo-students', 'page-campaign'],
  ['photo-tea-and-biscuits', 'page-donor'],
  ['photo-thank-you-card', 'page-blogs'],
]);

const icons: [drawing: string, width: number, file: string][] = [
  ['public/icon.svg', 32, 'icon-32'],
  ['public/icon.svg', 192, 'icon-192'],
  ['public/icon.svg', 512, 'icon-512'],
  ['art/icon-square.svg', 180, 'icon-180'],
  ['art/icon-maskable.svg', 192, 'icon-maskable-192'],
  ['art/icon-maskable.svg', 512, 'icon-maskable-512'],
  // White on nothing, because emails show it on the accent color.
  ['art/icon-email.svg', 108, 'email-mark'],
];

for (const [drawing, width, file] of icons) {
  const icon = sharp(inRoot(drawing), { density: (72 * width) / 32 }).resize(width);
  await icon.png({ palette: true, effort: 10 }).toFile(inRoot('public', `${file}.png`));
}
const files = readdirSync(inRoot('art')).filter((file) => !file.startsWith('icon-'));
const names = process.argv.slice(2);
for (const name of names.length > 0 ? names : files.map((file) => file.replace('.svg', ''))) {
  const file = inRoot('art', `${name}.svg`);
  const [, kind, rest] = /^(avatar|photo)-(.+)/.exec(name) ?? [];
  if (kind === 'avatar') {
    const avatar = sharp(file).resize(200).webp({ quality: 86 });
    await avatar.toFile(inRoot('public', 'avatars', `${rest}.webp`));
  } else if (kind === 'photo') {
    await makeJpeg(file, 84, inRoot('samples', 'photos', `${rest}.jpg`));
    const page = photosOnPages.get(name);
    if (page) await makeForPages(file, page);
  } else if (name === 'sharing') await makeJpeg(file, 86, inRoot('public', 'sharing', 'community.jpg'));
  else await makeForPages(file, name);
}

async function makeJpeg(drawing: string, quality: number, file: string): Promise<void> {
  await sharp(drawing).jpeg({ quality, mozjpeg: true }).toFile(file);
}

/** Makes a picture in the two widths that `Drawing` in web/components offers. */
async function makeForPages(file: string, name: string): Promise<void> {
  const density = 72 * Math.max(1, 1120 / (await sharp(file).metadata()).width);
  const picture = await sharp(file, { density }).png().toBuffer();
  // The default kernel leaves a ring around transparent areas, which takes a third of the file.
  const kernel = (await sharp(picture).stats()).isOpaque ? 'lanczos3' : 'mitchell';
  for (const width of [680, 1120]) {
    const sized = sharp(picture).resize(width, null, { kernel });
    const path = inRoot('public', 'drawings', `${name}-${width}`);
    await sized.clone().avif({ quality: 42, effort: 8 }).toFile(`${path}.avif`);
    await sized.clone().webp({ quality: 74, effort: 6 }).toFile(`${path}.webp`);
  }
}
