import { getDomain } from 'tldts';
import { createForeignPictureError, type Images, pictureUrl } from './images.ts';

/** Maps the upload domain of a service to the other domains from which it serves pictures. */
const pictureDomains: Record<string, string[]> = {
  // Uploads go to api.imgbb.com, and pictures are on i.ibb.co (https://api.imgbb.com).
  'imgbb.com': ['ibb.co'],
};

/** The same limit as in contract/photos.ts. */
const MAX_ADDRESS_LENGTH = 2000;

/**
 * Creates the adapter for a hosted service. The service returns a picture's URL only to the uploader, so any
 * URL of its origins is accepted.
 */
export function createHostedImages(options: { uploadUrl: string; key: string; publicUrl: string }): Images {
  const { uploadUrl, key, publicUrl } = options;
  const origins = pictureOrigins(uploadUrl);
  return {
    uploadUrl,
    key,
    getUrl: (id) => pictureUrl(publicUrl, id),
    async describe(text) {
      const url = URL.parse(text);
      if (!url || !origins.some((source) => matchesSource(url, source))) throw createForeignPictureError();
      url.hash = '';
      // Encoding makes a URL longer, and databases cannot index a URL of unlimited length.
      if (url.href.length > MAX_ADDRESS_LENGTH) throw createForeignPictureError();
      return { pictureId: url.href };
    },
    async remove() {},
  };
}

/**
 * Returns the sources of a service's pictures, as in a content security policy: the upload origin and, with
 * https, its registrable domain. Domains under which anyone can register (`*.example-cloud.com`) are not
 * included.
 */
export function pictureOrigins(uploadUrl: string): string[] {
  const { origin, hostname } = new URL(uploadUrl);
  const domain = getDomain(hostname, { allowPrivateDomains: true });
  const domains = domain ? [domain, ...(pictureDomains[domain] ?? [])] : [];
  return [origin, ...domains.flatMap((name) => [`https://${name}`, `https://*.${name}`])];
}

/**
 * Returns whether a source of a content security policy allows a URL, as its origin or as a subdomain with
 * port 443.
 */
function matchesSource(url: URL, source: string): boolean {
  if (url.username || url.password) return false;
  // Do not use `url.origin`, because for a blob URL it is the origin inside the URL.
  if (`${url.protocol}//${url.host}` === source) return true;
  const [, domain] = /^https:\/\/\*(\..+)$/.exec(source) ?? [];
  return (
    domain !== undefined && url.protocol === 'https:' && url.port === '' && url.hostname.endsWith(domain)
  );
}
