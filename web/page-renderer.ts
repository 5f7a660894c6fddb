import * as build from 'virtual:react-router/server-build';
import { createRequestHandler } from 'react-router';
import { type PageData, setPageData } from './before-react/page-data.ts';

const respond = createRequestHandler(build, 'production');

let rendering: Promise<unknown> = Promise.resolve();

/**
 * Renders the page of a path in the language of this build and returns its HTML. Renders one page at a time,
 * because components read its data from a module.
 * @throws Error if a component fails
 */
export function renderPage(data: PageData): Promise<string> {
  const page = rendering.then(async () => {
    setPageData(data);
    const response = await respond(new Request(new URL(data.path, data.publicUrl)));
    const html = await response.text();
    if (response.status >= 500) throw new Error(`Could not render ${data.path}: ${html}`);
    return html;
  });
  rendering = page.catch(() => undefined);
  return page;
}

export type PageRenderer = typeof renderPage;
