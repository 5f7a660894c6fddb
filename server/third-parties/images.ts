import { AppError } from '#platform/errors.ts';

/** What the image host tells of a picture; a hosted service may tell nothing. */
export type PictureFacts = { width?: number; height?: number; placeholder?: string };

export type Images = {
  uploadUrl: string;
  key: string;
  /**
   * Facts of a picture of this host.
   * @throws AppError invalid-fields (422) for any other address, unavailable (503)
   */
  describe(img: string): Promise<PictureFacts>;
  /** Removes the picture; nothing to do when it is already gone. */
  remove(img: string): Promise<void>;
};

export type ImagesOptions = {
  uploadUrl: string;
  key: string;
  fetch: typeof fetch;
  /** Our own host: it answers facts and takes deletions from the product server. A hosted service does neither. */
  own?: { pictures: string; adminToken: string };
};

export function createImages({ uploadUrl, key, fetch, own }: ImagesOptions): Images {
  const host = new URL(own?.pictures ?? uploadUrl).hostname;

  return {
    uploadUrl,
    key,
    async describe(img) {
      if (!own) {
        if (!isOnHost(img, host)) throw wrongAddress();
        return {};
      }
      const id = pictureId(img, own.pictures);
      if (!id) throw wrongAddress();
      const answer = await reach(() => fetch(`${own.pictures}/${id}?fm=json`));
      if (answer.status === 404) throw wrongAddress();
      if (!answer.ok) throw new AppError('unavailable');
      return (await answer.json()) as PictureFacts;
    },
    async remove(img) {
      const id = own && pictureId(img, own.pictures);
      if (!own || !id) return;
      const answer = await fetch(`${own.pictures}/1/delete`, {
        method: 'POST',
        headers: { authorization: `Bearer ${own.adminToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ id }),
      });
      if (!answer.ok && answer.status !== 404) throw new Error(`The image host answered ${answer.status}.`);
    },
  };
}

const wrongAddress = () =>
  new AppError('invalid-fields', { fields: { img: 'Upload the picture to the image host first' } });

function pictureId(img: string, pictures: string): string | undefined {
  if (!img.startsWith(`${pictures}/`)) return undefined;
  return /^[\w-]+$/.exec(img.slice(pictures.length + 1))?.[0];
}

/** A hosted service answers addresses of its own domain: `api.example.com` uploads, `i.example.com` serves. */
function isOnHost(img: string, uploadHost: string): boolean {
  const url = URL.parse(img);
  const domain = uploadHost.split('.').slice(-2).join('.');
  return url?.protocol === 'https:' && (url.hostname === domain || url.hostname.endsWith(`.${domain}`));
}

async function reach(call: () => Promise<Response>): Promise<Response> {
  try {
    return await call();
  } catch (cause) {
    throw new AppError('unavailable', { cause });
  }
}
