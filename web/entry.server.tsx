import { prerender } from 'react-dom/static';
import { type EntryContext, ServerRouter } from 'react-router';
import { pageLanguages } from '#contract/languages.ts';
import { formatPrice } from '#contract/money.ts';
import type { PageHandle } from './auth/page-handle.ts';
import { type PageData, setPageData } from './before-react/page-data.ts';
import { RenderedPage } from './before-react/start-scripts.tsx';
import { language, pageLocale } from './i18n/language.ts';

/** Returns the data of a page of `react-router dev`, with the configuration of the running site. */
async function readDevelopmentData({ url }: Request): Promise<PageData> {
  const { pathname, origin } = new URL(url);
  const config = await (await fetch('http://localhost:3000/api/config')).json();
  const content = await (await fetch(`http://localhost:3000/api/site?language=${language}`)).json();
  return {
    path: pathname,
    publicUrl: origin,
    config,
    site: {
      name: content.identity.name,
      contact: content.contact,
      counters: content.counters,
      fee: content.fee && {
        ...content.fee,
        price: formatPrice(content.fee.amount, content.fee.currency, pageLocale),
      },
      weekStart: content.region.weekStart,
      published: [],
      languages: pageLanguages(content.region.languages),
      legalPages: [],
    },
    lists: {},
    server: { content },
  };
}

/** Renders a page completely, without streamed chunks that need a script. */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...context }: EntryContext,
): Promise<Response> {
  if (import.meta.env.DEV) setPageData(await readDevelopmentData(request));
  const handles = context.staticHandlerContext.matches.map(
    ({ route }) => (context.routeModules[route.id]?.handle ?? {}) as Partial<PageHandle>,
  );
  const page = {
    loaderData: await new Response(serverHandoffStream).text(),
    isShell: handles.some(({ isShell }) => isShell),
    preloadedPaths: handles.at(-1)?.preloadedPaths ?? [],
  };
  const { prelude } = await prerender(
    <RenderedPage value={page}>
      <ServerRouter context={context} url={request.url} />
    </RenderedPage>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  headers.set('Content-Type', 'text/html');
  return new Response(prelude, { status, headers });
}
