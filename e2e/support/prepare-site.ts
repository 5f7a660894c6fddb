import { rmSync } from 'node:fs';
import type { Photo } from '#contract/photos.ts';
import { startSite } from './site.ts';
import { openDatabase } from './staff.ts';

/** The widths in pixels at which most journeys see photos. */
const widths = [324, 486];
const headers = { accept: 'image/avif,image/webp,*/*' };

/**
 * Starts and stops a site before all journeys. Their sites start with a copy of its data, because adding and scaling the
 * sample photos takes seconds, during which photos use all connections of a browser. Returns the teardown.
 */
export default async function prepareSite(): Promise<() => void> {
  const { url, dataDir, shutDown } = await startSite();
  const photos: Photo[] = await (await fetch(`${url}/api/photo`)).json();
  for (const { img } of photos)
    for (const width of widths) {
      const response = await fetch(`${img}?auto=format&w=${width}`, { headers });
      if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
      await response.arrayBuffer();
    }
  await shutDown();
  using database = openDatabase(dataDir);
  // Otherwise a site would hold refunds, because its data was copied.
  database.exec("delete from site_settings where name like 'place:%'");
  process.env.PREPARED_DATA = dataDir;
  return () => rmSync(dataDir, { recursive: true });
}
