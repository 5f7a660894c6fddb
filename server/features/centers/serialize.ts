import type { Center } from '#contract/centers.ts';
import type { CenterRow } from '#server/db/center-tables.ts';
import { readVisit } from './visit.ts';

export const toCenter = ({ id, name, address, time_zone, map_url, notes, visit }: CenterRow): Center => ({
  _id: id,
  name,
  address,
  timeZone: time_zone,
  ...(map_url !== null && { mapUrl: map_url }),
  ...(notes !== null && { notes }),
  ...readVisit({ visit }),
});
