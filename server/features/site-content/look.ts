import { deriveAccent } from '#contract/accent.ts';
import { logoAddress } from '#contract/logo.ts';
import { GROUP_ID, type SiteContent } from '#contract/site-content.ts';
import type { SiteLook } from '#platform/email-layout.ts';
import type { Db } from '#server/db/tables.ts';
import { findRow } from './repository.ts';

/** The colors of a site without an accent color, from web/styles/tokens.css. */
export const defaultAccent: SiteLook['accent'] = {
  light: { fill: '#9c1322', onFill: '#ffffff', ink: '#9c1322' },
  dark: { fill: '#bf2638', onFill: '#ffffff', ink: '#ff9a9d' },
};

/**
 * Returns the look of emails: the owner's logo and accent color, or ours. `db` may be a transaction.
 * @param publicUrl address of the site, where email programs load the mark
 */
export async function findSiteLook(db: Db, publicUrl: string): Promise<SiteLook> {
  const row = await findRow(db, { kind: 'identity', id: GROUP_ID });
  const { logo, accent }: Partial<SiteContent['identity']> = JSON.parse(row?.published ?? '{}');
  return {
    mark: logo
      ? { src: logoAddress(logo, 'mark'), isOnFill: false }
      : { src: `${publicUrl}/email-mark.png`, isOnFill: true },
    accent: accent ? deriveOnce(accent) : defaultAccent,
  };
}

let derived: { from: string; colors: SiteLook['accent'] } | undefined;

/** Keeps the last colors, because deriving them takes up to 3 ms, and a closing sends hundreds of emails. */
function deriveOnce(accent: string): SiteLook['accent'] {
  if (derived?.from !== accent) derived = { from: accent, colors: deriveAccent(accent) };
  return derived.colors;
}
