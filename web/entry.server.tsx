import { prerender } from 'react-dom/static';
import { type EntryContext, ServerRouter } from 'react-router';
import { memberPages } from '#contract/site.ts';
import { accessTokenKey } from '#web/api/access-token.ts';
import { injectPreload, listMemberScripts } from '#web/before-react/defer-scripts.ts';
import type { PageHandle } from './auth/page-handle.ts';
import { deferScripts } from './before-react/defer-scripts.ts';
import { forbidLocaleData } from './before-react/forbid-locale-data.ts';
import { rewriteStartScript } from './before-react/inline-script.ts';
import { basePath } from './i18n/language.ts';

/** Prerenders a page completely, without streamed chunks that need a script. */
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
  // Pages are prerendered at `/about/` and served at `/about`: fix the link to the other language.
  const html = (await new Response(prelude).text()).replace(/(<a href="[^"]+)\/(" hreflang)/gi, '$1$2');
  const memberScripts = listMemberScripts(context, html);
  const page = isMemberPage(context)
    ? rewriteStartScript(injectPreload(html, preloadedPaths(context), accessTokenKey), {
        first: memberScripts,
        isEmpty: true,
      })
    : deferScripts(html, memberScripts);
  return new Response(page, { status, headers });
}

/** Member pages render in the browser, so their scripts are not deferred. */
function isMemberPage({ staticHandlerContext }: EntryContext): boolean {
  const path = staticHandlerContext.location.pathname.slice(basePath.length).replace(/\/$/, '');
  return memberPages.some((page) => page === path);
}

function preloadedPaths({ staticHandlerContext, routeModules }: EntryContext): readonly string[] {
  const routeId = staticHandlerContext.matches.at(-1)?.route.id;
  const handle = routeId && routeModules[routeId]?.handle;
  return (handle as Partial<PageHandle> | undefined)?.preloadedPaths ?? [];
}
