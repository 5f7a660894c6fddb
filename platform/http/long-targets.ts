import type { ServerResponse } from 'node:http';

/** The longest path of ours has some 200 characters. */
const MAX_PATH_LENGTH = 2000;
/** The longest query of ours has some 2,500 characters: Google's callback, and the link of an email. */
const MAX_TARGET_LENGTH = 8000;

/** Whether the path, or the path with its query, is longer than anything that a page or client of ours asks for. */
export function isTargetTooLong(url = ''): boolean {
  if (url.length <= MAX_PATH_LENGTH) return false;
  const query = url.indexOf('?');
  return url.length > MAX_TARGET_LENGTH || query === -1 || query > MAX_PATH_LENGTH;
}

/** Responds 414 before any routing: nothing decodes, matches or logs such an address. */
export function refuseLongTarget(outgoing: ServerResponse): void {
  const message = `This address is too long. Use at most ${MAX_PATH_LENGTH} characters for the path and ${MAX_TARGET_LENGTH} in all.`;
  const text = JSON.stringify({ error: { code: 'address-too-long', message } });
  outgoing.writeHead(414, {
    'Content-Type': 'application/json',
    'Content-Length': text.length,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  outgoing.end(text);
}
