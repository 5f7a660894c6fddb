import { rmSync } from 'node:fs';
import type { Photo } from '#contract/photos.ts';
import { startSite } from './site.ts';
import { openDatabase } from './staff.ts';

/** The widths in pixels at which most journeys see photos. */
const widths = [324, 486];
const headers = { accept: 'image/avif,image/webp,*/*' };

/**
 * Starts and stops a site before all journeys. Their sites start with a copy of its data, because adding and
 * scaling the sample photos takes seconds, during which photos use all connections of a browser. Returns the
 * teardown, or undefined if the site does not start.
 */
export default async function prepareSite(): Promise<(() => void) | undefined> {
  // On a very busy machine the process that prepares photos may get no time, because it has a low priority.
  const site = await startSite().catch((error) =>
    console.error('Each site prepares its photos itself.', error),
  );
  if (!site) return;
  const photos: Photo[] = await (await fetch(`${site.url}/api/photo`)).json();
  const scaled = photos.flatMap(({ img }) => widths.map((width) => `${img}?auto=format&w=${width}`));
  // The remaining photos are scaled when a journey shows them.
  const signal = AbortSignal.timeout(30_000);
  await Promise.allSettled(scaled.map(async (url) => (await fetch(url, { headers, signal })).arrayBuffer()));
  await site.shutDown();
  using database = openDatabase(site.dataDir);
  // Otherwise a site would pause refunds, because its data was copied.
  database.exec("delete from site_settings where name like 'location:%'");
  process.env.PREPARED_DATA = site.dataDir;
  return () => rmSync(site.dataDir, { recursive: true });
}
