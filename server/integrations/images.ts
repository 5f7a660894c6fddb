import { AppError } from '#platform/errors.ts';

/** The details of a picture at the image host. A hosted service may provide none of them. */
export type PictureDetails = { width?: number; height?: number; placeholder?: string };

export type Images = {
  uploadUrl: string;
  key: string;
  /**
   * Returns the id and the details of a picture of this host.
   * @throws AppError invalid-fields (422) for any other URL, unavailable (503)
   */
  describe(url: string): Promise<PictureDetails & { pictureId: string }>;
  getUrl(pictureId: string): string;
  /** Deletes the picture, if it exists. Does nothing at a hosted service. */
  remove(pictureId: string): Promise<void>;
};

/** Creates the adapter for our own image host. */
export function createImages(options: {
  uploadUrl: string;
  key: string;
  fetch: typeof fetch;
  publicUrl: string;
  adminToken: string;
}): Images {
  const { uploadUrl, key, fetch, publicUrl, adminToken } = options;

  return {
    uploadUrl,
    key,
    getUrl: (id) => pictureUrl(publicUrl, id),
    async describe(url) {
      const id = parsePictureUrl(url, publicUrl);
      if (!id) throw createForeignPictureError();
      const response = await fetchOrUnavailable(() => fetch(`${publicUrl}/images/${id}?fm=json`));
      if (response.status === 404) throw createForeignPictureError();
      if (!response.ok) throw new AppError('unavailable');
      return { ...((await response.json()) as PictureDetails), pictureId: id };
    },
    async remove(id) {
      // The picture is at a hosted service that the site used before.
      if (id.includes('/')) return;
      const response = await fetch(`${publicUrl}/images/1/delete`, {
        method: 'POST',
        headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ id }),
      });
      if (!response.ok && response.status !== 404)
        throw new Error(`The image host responded with ${response.status}.`);
    },
  };
}

/** Returns the URL of a picture. The id of a picture at a hosted service is its URL. */
export const pictureUrl = (publicUrl: string, id: string): string =>
  id.includes('/') ? id : `${publicUrl}/images/${id}`;

export const createForeignPictureError = () =>
  new AppError('invalid-fields', { fields: { img: 'Upload the picture to the image host first' } });

/**
 * Returns the id in the URL of a picture of our own host. Ignores query and fragment, which select a variant.
 */
export function parsePictureUrl(text: string, publicUrl: string): string | undefined {
  const url = URL.parse(text);
  if (url?.origin !== new URL(publicUrl).origin || url.username || url.password) return undefined;
  return /^\/images\/([\w-]+)$/.exec(url.pathname)?.[1];
}

async function fetchOrUnavailable(call: () => Promise<Response>): Promise<Response> {
  try {
    return await call();
  } catch (cause) {
    throw new AppError('unavailable', { cause });
  }
}
