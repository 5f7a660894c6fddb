import { t } from '@lingui/core/macro';
import { send } from '#web/api/client.ts';
import { siteConfig } from '#web/api/config.ts';

/** The image host's limits for types of pictures. */
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/avif,image/gif';

/**
 * Uploads a picture to the image host and returns its address.
 * @throws NetworkError, or Error with a text for people
 */
export async function uploadPicture(file: File): Promise<string> {
  const { uploadUrl, key } = siteConfig().images;
  const form = new FormData();
  form.append('image', file);
  const response = await send(`${uploadUrl}?${new URLSearchParams({ key })}`, { method: 'POST', body: form });
  if (!response.ok) throw new Error(uploadErrorText(response.status));
  return (await response.json()).data.url;
}

function uploadErrorText(status: number): string {
  if (status === 413) return t`This picture is larger than 10 MB. Choose a smaller one.`;
  if (status === 415) return t`This is not a supported picture. Choose a JPEG, PNG, WebP, AVIF or GIF.`;
  if (status === 422) return t`This picture is damaged or too large. Choose another one.`;
  return t`The picture could not be uploaded. Try again.`;
}
