import sharp from 'sharp';
import { picture } from '../providers/images/testing/pictures.ts';
import { fetchJson, readConfig } from './site.ts';

export const acceptsAvif = { accept: 'image/avif,image/webp,*/*' };

/** Creates a function that uploads as the member with this access token, and returns the URL of the picture. */
export async function createUploader(site: string, token: string) {
  const { images } = await readConfig(site);
  const address = `${site}/images/1/upload?key=${encodeURIComponent(images.key)}`;
  return async (photo: BlobPart): Promise<string> => {
    const body = new FormData();
    body.set('image', new File([photo], 'photo.jpg', { type: 'image/jpeg' }));
    const headers = { authorization: `Bearer ${token}` };
    const { data } = await fetchJson(address, { method: 'POST', headers, body });
    return data.url;
  };
}

/** Noise enlarged eight times, with about as many bytes as a photograph. */
export const photoOf = async (width: number, height: number) =>
  sharp(await picture('png', Math.ceil(width / 8), Math.ceil(height / 8)))
    .resize(width, height, { fit: 'fill' })
    .jpeg()
    .toBuffer();

/** Requests a variant, so that it is generated. */
export async function fetchPicture(url: string): Promise<void> {
  const response = await fetch(url, { headers: acceptsAvif });
  if (!response.ok) throw new Error(`${url} responded ${response.status}.`);
  await response.arrayBuffer();
}
