import { prerender } from 'react-dom/static';
import { type EntryContext, ServerRouter } from 'react-router';
import { memberPages } from '#contract/site.ts';
import { injectPreload, listMemberScripts } from '#web/document/defer-scripts.ts';
import type { PageHandle } from './auth/page-bridge.ts';
import { deferScripts } from './document/defer-scripts.ts';
import { forbidLocaleData } from './document/forbid-locale-data.ts';
import { rewriteStartScript } from './document/inline-script.ts';
import { basePath } from './i18n/language.ts';

/** Draws a page beforehand, complete: no part of it waits for a script to be put in its place. */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const { prelude } = await forbidLocaleData(() =>
    prerender(<ServerRouter context={context} url={request.url} />, {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    }),
  );
  headers.set('Content-Type', 'text/html');
  // A page is drawn for `/about/` and served at `/about`.
  const html = (await new Response(prelude).text()).replace(/(<a href="[^"]+)\/(" hreflang)/gi, '$1$2');
  const names = listMemberScripts(context);
  const started = isMemberPage(context)
    ? rewriteStartScript(injectPreload(html, preloadedPaths(context)), names)
    : deferScripts(html, names);
  return new Response(started, { status, headers });
}

/** Nothing is there to be painted before its scripts. */
function isMemberPage({ staticHandlerContext }: EntryContext): boolean {
  const path = staticHandlerContext.location.pathname.slice(basePath.length).replace(/\/$/, '');
  return memberPages.some((page) => page === path);
}

function preloadedPaths({ staticHandlerContext, routeModules }: EntryContext): readonly string[] {
  const innermost = staticHandlerContext.matches.at(-1)?.route.id;
  const handle = innermost && routeModules[innermost]?.handle;
  return (handle as Partial<PageHandle> | undefined)?.preloadedPaths ?? [];
}
