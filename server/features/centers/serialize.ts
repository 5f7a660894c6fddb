import type { Center } from '#contract/centers.ts';
import type { CenterRow } from '#server/db/center-tables.ts';

export const toCenter = ({ id, name, address, time_zone, map_url, notes }: CenterRow): Center => ({
  _id: id,
  name,
  address,
  timeZone: time_zone,
  ...(map_url !== null && { mapUrl: map_url }),
  ...(notes !== null && { notes }),
});
