import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Journey } from './journey.ts';
import {
  button,
  expectNoSidewaysScroll,
  followDashboardLink,
  followLink,
  register,
  signOut,
  toast,
} from './steps.ts';

export const galleryJourney: Journey = {
  title: '[GAL-03] a member uploads a photo, which stands first in the gallery, and opens it',
  async run(page) {
    await register(page);
    await followLink(page, 'DashBoard');
    await page.see({ css: 'main h1', has: 'Your Appointments' });
    await followDashboardLink(page, 'Photo Gallery');
    await page.see({ css: 'main h1', name: 'PHOTO GALLERY' });
    const folder = mkdtempSync(join(tmpdir(), 'blood-buddies-photo-'));
    try {
      const file = join(folder, 'IMG_blood-camp.jpg');
      const create = { width: 900, height: 600, channels: 3, background: '#2a7d6d' } as const;
      writeFileSync(file, await sharp({ create }).jpeg().toBuffer());
      await page.chooseFiles('main input[type=file]', [file]);
      await page.see({ css: 'main form [role=group]', has: 'IMG_blood-camp.jpg' });
      await page.click(button('Upload Image'));
      await page.see(toast('Image Uploaded Successfully'));
    } finally {
      rmSync(folder, { recursive: true });
    }
    await page.until('the photo stands first and is drawn', () =>
      page.evaluate<boolean>(
        `(({ alt, naturalWidth } = {}) => alt === 'IMG blood camp' && naturalWidth > 0)(document.querySelector('main [aria-labelledby=photo-gallery] img'))`,
      ),
    );
    await expectNoSidewaysScroll(page);
    await page.click({ css: 'main [aria-labelledby=photo-gallery] img' });
    await page.see({ css: 'dialog[open]', name: 'Photos' });
    await page.press('Escape');
    await page.seeNot({ css: 'dialog[open]' });
    await signOut(page);
  },
};
