import { t } from '@lingui/core/macro';
import { send } from '#web/api/client.ts';
import { siteConfig } from '#web/api/config.ts';
import { formatNumber } from '#web/i18n/numbers.ts';
import { drawAsPng } from './draw-as-png.ts';

const DRAWING = 'image/svg+xml';

/** The types of pictures that the image host accepts, and drawings, which the browser converts. */
export const pictureTypes = `image/jpeg,image/png,image/webp,image/avif,image/gif,${DRAWING}`;

/**
 * Uploads a picture to the image host and returns its address.
 * @param minSide the shortest side that it must have, in pixels
 * @throws NetworkError, or Error with a text for people
 */
export async function uploadPicture(file: File, minSide = 1): Promise<string> {
  const { uploadUrl, key } = siteConfig().contentImages;
  const form = new FormData();
  form.append('image', file.type === DRAWING ? await convert(file) : file);
  const response = await send(`${uploadUrl}?${new URLSearchParams({ key })}`, { method: 'POST', body: form });
  if (!response.ok) throw new Error(uploadErrorText(response.status));
  const { url, width, height } = (await response.json()).data;
  if (Math.min(width, height) >= minSide) return url;
  const side = formatNumber(minSide);
  throw new Error(t`This picture is too small. Choose one of at least ${side} by ${side} pixels.`);
}

const convert = (file: File): Promise<Blob> =>
  drawAsPng(file).catch(() => {
    throw new Error(uploadErrorText(422));
  });

function uploadErrorText(status: number): string {
  if (status === 413) return t`This picture is larger than 10 MB. Choose a smaller one.`;
  if (status === 415) return t`This is not a supported picture. Choose a JPEG, PNG, WebP, AVIF or GIF.`;
  if (status === 422) return t`This picture is damaged or too large. Choose another one.`;
  return t`The picture could not be uploaded. Try again.`;
}
