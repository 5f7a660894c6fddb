import * as build from 'virtual:react-router/server-build';
import { createRequestHandler } from 'react-router';
import { type PageData, setPageData } from './before-react/page-data.ts';
import { basePath } from './i18n/language.ts';

/**
 * The page that is being rendered. React Router treats it as one that was rendered at build time, because the
 * browser requests no data of later pages from the server.
 */
const rendered: [path: string] = [''];
const respond = createRequestHandler({ ...build, ssr: false, prerender: rendered }, 'production');

let rendering: Promise<unknown> = Promise.resolve();

/**
 * Renders the page of a path in the language of this build and returns its HTML. Renders one page at a time,
 * because components read its data from a module.
 * @throws Error if a component fails
 */
export function renderPage(data: PageData): Promise<string> {
  const page = rendering.then(async () => {
    setPageData(data);
    rendered[0] = data.path.slice(basePath.length) || '/';
    const response = await respond(new Request(new URL(data.path, data.publicUrl)));
    const html = await response.text();
    if (response.status >= 500) throw new Error(`Could not render ${data.path}: ${html}`);
    return html;
  });
  rendering = page.catch(() => undefined);
  return page;
}

export type PageRenderer = typeof renderPage;
