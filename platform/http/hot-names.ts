import { acceptedEncoding } from './compression.ts';
import type { HotPlace } from './tuning/hot-answers.ts';

/** For answers at exactly these addresses, which differ by encoding alone; `mark` tells one time from another. */
export function namesByEncoding(addresses: Iterable<string>, mark = ''): HotPlace['name'] {
  const named = (address: string) => ({
    br: `${address} ${mark}br`,
    gzip: `${address} ${mark}gzip`,
    plain: `${address} ${mark}`,
  });
  const names = new Map([...addresses].map((address) => [address, named(address)]));
  return (url, header) => names.get(url)?.[acceptedEncoding(header('accept-encoding')) ?? 'plain'];
}
