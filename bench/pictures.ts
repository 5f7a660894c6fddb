import sharp from 'sharp';
import { picture } from '../providers/images/testing/pictures.ts';

export type Upload = (photo: Uint8Array) => Promise<{ status: number; url: string }>;
export const acceptsAvif = { accept: 'image/avif,image/webp,*/*' };

/** Creates a function that uploads as the member with this access token. */
export async function createUploader(site: string, token: string): Promise<Upload> {
  const { images } = (await (await fetch(`${site}/api/config`)).json()) as { images: { key: string } };
  const address = `${site}/images/1/upload?key=${encodeURIComponent(images.key)}`;
  return async (photo) => {
    const body = new FormData();
    body.set('image', new Blob([photo as Uint8Array<ArrayBuffer>], { type: 'image/jpeg' }), 'photo.jpg');
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(address, { method: 'POST', headers, body });
    const { data } = (await response.json()) as { data?: { url: string } };
    return { status: response.status, url: data?.url ?? '' };
  };
}

/** Noise enlarged eight times, with about as many bytes as a photograph. */
export const photoOf = async (width: number, height: number): Promise<Uint8Array> =>
  sharp(await picture('png', Math.ceil(width / 8), Math.ceil(height / 8)))
    .resize(width, height, { fit: 'fill' })
    .jpeg()
    .toBuffer();

export async function fetchBytes(url: string): Promise<Uint8Array> {
  const response = await fetch(url, { headers: acceptsAvif });
  if (!response.ok) throw new Error(`${url} responded ${response.status}.`);
  return new Uint8Array(await response.arrayBuffer());
}
