import { AppError } from '#platform/errors.ts';

/** What the image host knows about a picture; a hosted service may know nothing. */
export type PictureDetails = { width?: number; height?: number; placeholder?: string };

export type Images = {
  uploadUrl: string;
  key: string;
  /**
   * Returns the details of a picture of this host, and `img`, the value to store.
   * @throws AppError invalid-fields (422) for any other URL, unavailable (503)
   */
  describe(address: string): Promise<PictureDetails & { img: string }>;
  /** Returns the URL of a stored value. */
  getUrl(img: string): string;
  /** Deletes the picture, if it exists. Does nothing at a hosted service. */
  remove(img: string): Promise<void>;
};

/** Creates the adapter for our own image host. Rows store only `/images/{id}`, so that PUBLIC_URL can change. */
export function createImages(options: {
  uploadUrl: string;
  key: string;
  fetch: typeof fetch;
  /** Absolute URL without a trailing slash: `https://site/images`. */
  pictures: string;
  adminToken: string;
}): Images {
  const { uploadUrl, key, fetch, pictures, adminToken } = options;
  const { pathname: path } = new URL(pictures);
  const addressOf = (img: string) => pictureAddress(pictures, img);

  return {
    uploadUrl,
    key,
    getUrl: addressOf,
    async describe(address) {
      const id = pictureId(address, pictures);
      if (!id) throw notOurPictureError();
      const response = await fetchOrUnavailable(() => fetch(`${pictures}/${id}?fm=json`));
      if (response.status === 404) throw notOurPictureError();
      if (!response.ok) throw new AppError('unavailable');
      return { ...((await response.json()) as PictureDetails), img: `${path}/${id}` };
    },
    async remove(img) {
      const id = pictureId(addressOf(img), pictures);
      if (!id) return;
      const response = await fetch(`${pictures}/1/delete`, {
        method: 'POST',
        headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ id }),
      });
      if (!response.ok && response.status !== 404)
        throw new Error(`The image host responded with ${response.status}.`);
    },
  };
}

/** Returns the URL of a stored value. A path is a picture of our own host. */
export const pictureAddress = (publicUrl: string, img: string): string =>
  img.startsWith('/') ? new URL(img, publicUrl).href : img;

export const notOurPictureError = () =>
  new AppError('invalid-fields', { fields: { img: 'Upload the picture to the image host first' } });

/** Ignores query and fragment, which do not select another picture. */
function pictureId(address: string, pictures: string): string | undefined {
  const url = URL.parse(address);
  const own = new URL(pictures);
  if (url?.origin !== own.origin || url.username || url.password) return undefined;
  if (!url.pathname.startsWith(`${own.pathname}/`)) return undefined;
  return /^[\w-]+$/.exec(url.pathname.slice(own.pathname.length + 1))?.[0];
}

async function fetchOrUnavailable(call: () => Promise<Response>): Promise<Response> {
  try {
    return await call();
  } catch (cause) {
    throw new AppError('unavailable', { cause });
  }
}
