import { AppError } from '#platform/errors.ts';

/** What the image host tells of a picture; a hosted service may tell nothing. */
export type PictureDetails = { width?: number; height?: number; placeholder?: string };

export type Images = {
  uploadUrl: string;
  key: string;
  /**
   * A picture of this host by its address: what is known of it, and `img`, how a row keeps that address.
   * @throws AppError invalid-fields (422) for any other address, unavailable (503)
   */
  describe(address: string): Promise<PictureDetails & { img: string }>;
  /** The address, from what a row keeps. */
  addressOf(img: string): string;
  /** Removes the picture; nothing to do when it is already gone. A hosted service cannot be told. */
  remove(img: string): Promise<void>;
};

/**
 * Our own image host. A row keeps `/images/{id}` alone, so that photos outlive a change of PUBLIC_URL.
 */
export function createImages(options: {
  uploadUrl: string;
  key: string;
  fetch: typeof fetch;
  /** Absolute, without a slash at its end: `https://site/images`. */
  pictures: string;
  adminToken: string;
}): Images {
  const { uploadUrl, key, fetch, pictures, adminToken } = options;
  const { pathname: path } = new URL(pictures);
  const addressOf = (img: string) => pictureAddress(pictures, img);

  return {
    uploadUrl,
    key,
    addressOf,
    async describe(address) {
      const id = pictureId(address, pictures);
      if (!id) throw notOurPictureError();
      const answer = await reach(() => fetch(`${pictures}/${id}?fm=json`));
      if (answer.status === 404) throw notOurPictureError();
      if (!answer.ok) throw new AppError('unavailable');
      return { ...((await answer.json()) as PictureDetails), img: `${path}/${id}` };
    },
    async remove(img) {
      const id = pictureId(addressOf(img), pictures);
      if (!id) return;
      const answer = await fetch(`${pictures}/1/delete`, {
        method: 'POST',
        headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ id }),
      });
      if (!answer.ok && answer.status !== 404) throw new Error(`The image host answered ${answer.status}.`);
    },
  };
}

/** The address of a picture, from what a row keeps: a path is one of our own host, wherever the site is now. */
export const pictureAddress = (publicUrl: string, img: string): string =>
  img.startsWith('/') ? new URL(img, publicUrl).href : img;

export const notOurPictureError = () =>
  new AppError('invalid-fields', { fields: { img: 'Upload the picture to the image host first' } });

/** A query asks for a size of the same picture, a fragment for nothing: neither makes another picture of it. */
function pictureId(address: string, pictures: string): string | undefined {
  const url = URL.parse(address);
  const own = new URL(pictures);
  if (url?.origin !== own.origin || url.username || url.password) return undefined;
  if (!url.pathname.startsWith(`${own.pathname}/`)) return undefined;
  return /^[\w-]+$/.exec(url.pathname.slice(own.pathname.length + 1))?.[0];
}

async function reach(call: () => Promise<Response>): Promise<Response> {
  try {
    return await call();
  } catch (cause) {
    throw new AppError('unavailable', { cause });
  }
}
