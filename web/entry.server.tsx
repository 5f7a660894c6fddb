import { prerender } from 'react-dom/static';
import { type EntryContext, ServerRouter } from 'react-router';
import { scriptsAfterPaint } from './site/scripts-after-paint.ts';

/** Draws a page beforehand, complete: no part of it waits for a script to be put in its place. */
export default async function drawPage(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const { prelude } = await prerender(<ServerRouter context={context} url={request.url} />, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  headers.set('Content-Type', 'text/html');
  const html = await new Response(prelude).text();
  return new Response(scriptsAfterPaint(html), { status, headers });
}
