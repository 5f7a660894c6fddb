import { loadChunk } from './chunk-load-error.ts';

let last: { path: string; page: Promise<Document> } | undefined;

/**
 * Loads the HTML of a page of this site. The last page is kept, so that all who need it while it is shown get
 * the same one.
 * @throws ChunkLoadError as for a script that does not load, so that the page can be loaded again
 */
export function loadPage(path: string): Promise<Document> {
  if (last?.path === path) return last.page;
  const page = loadChunk(fetchPage(path));
  last = { path, page };
  page.catch(() => {
    if (last?.page === page) last = undefined;
  });
  return page;
}

async function fetchPage(path: string): Promise<Document> {
  const response = await fetch(path);
  if (!response.ok && response.status !== 404) throw new Error(`${path} responded ${response.status}`);
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}
