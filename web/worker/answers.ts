import { registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';
import { atMost, hasNoLine, isOurs, keepBy, type LastingEvent, matchOptions } from './scope.ts';

/** What the product server tells everybody in the same words. Nothing else of it is ever kept here. */
const forEverybody = ['/api/config', '/api/reviews', '/api/photo'];

/** Without it nobody is known who was signed in: also while there is a line and no server at its end. */
const [config] = forEverybody;

const serverFirst = new NetworkFirst({
  cacheName: 'bb-answers',
  matchOptions,
  networkTimeoutSeconds: 4,
  plugins: [
    {
      cacheWillUpdate: async ({ response }) => (isOurs(response, /json/) ? withoutDate(response) : null),
    },
    atMost(12, 30),
  ],
});

/** Pages set their clock by the date of an answer (web/api/site-clock.ts), which this one would tell them wrong. */
async function withoutDate(answer: Response): Promise<Response> {
  const headers = new Headers(answer.headers);
  headers.delete('Date');
  return new Response(await answer.blob(), { headers });
}

export const isForEverybody = (path: string): boolean => forEverybody.includes(path);

export function serveAnswers(): void {
  registerRoute(
    ({ url, sameOrigin }) =>
      sameOrigin && (url.pathname === config || (hasNoLine() && isForEverybody(url.pathname))),
    serverFirst,
  );
}

export async function keepAnswer(event: LastingEvent, address: string): Promise<void> {
  const headers = { Accept: 'application/json' };
  await keepBy(serverFirst, event, new Request(address, { headers }));
}
