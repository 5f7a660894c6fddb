import { getDomain } from 'tldts';
import { type Images, notOurPictureError, pictureAddress } from './images.ts';

/** Services that serve pictures from another domain than the one that takes them, by that one. */
const servedFrom: Record<string, string[]> = {
  // https://api.imgbb.com: uploads go to api.imgbb.com, `data.url` is on i.ibb.co.
  'imgbb.com': ['ibb.co'],
};

/** As in contract/photos.ts. */
const MAX_ADDRESS_LENGTH = 2000;

/**
 * A hosted service: it answers the address of a picture to whoever uploads it, and nothing to us. Whether an address
 * is one of it is told by where it stands.
 */
export function createHostedImages(options: { uploadUrl: string; key: string; publicUrl: string }): Images {
  const { uploadUrl, key, publicUrl } = options;
  const origins = pictureOrigins(uploadUrl);
  return {
    uploadUrl,
    key,
    addressOf: (img) => pictureAddress(publicUrl, img),
    async describe(address) {
      const url = URL.parse(address);
      if (!url || !origins.some((source) => isFrom(url, source))) throw notOurPictureError();
      url.hash = '';
      // Encoding makes an address longer, and a database cannot index one of any length.
      if (url.href.length > MAX_ADDRESS_LENGTH) throw notOurPictureError();
      return { img: url.href };
    },
    async remove() {},
  };
}

/**
 * Where the pictures of a service may stand, as the page's content policy writes it, so that what may be saved may be
 * shown: the origin that takes the uploads, and over https the registrable domain that it belongs to. A domain under
 * which anybody may register (`*.example-cloud.com`) is not one service's.
 */
export function pictureOrigins(uploadUrl: string): string[] {
  const { origin, hostname } = new URL(uploadUrl);
  const domain = getDomain(hostname, { allowPrivateDomains: true });
  const domains = domain ? [domain, ...(servedFrom[domain] ?? [])] : [];
  return [origin, ...domains.flatMap((name) => [`https://${name}`, `https://*.${name}`])];
}

/** As a browser matches a source: that very origin, or any name below it; a name without a port means 443. */
function isFrom(url: URL, source: string): boolean {
  if (url.username || url.password) return false;
  // Not `origin`: that of a blob's address is the one inside it.
  if (`${url.protocol}//${url.host}` === source) return true;
  const [, below] = /^https:\/\/\*(\..+)$/.exec(source) ?? [];
  return below !== undefined && url.protocol === 'https:' && url.port === '' && url.hostname.endsWith(below);
}
