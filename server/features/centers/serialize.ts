import type { DisplacedAppointment } from '#contract/center-administration.ts';
import type { Center } from '#contract/centers.ts';
import type { CenterClosingRow, CenterRow } from '#server/db/center-tables.ts';
import { isWholeDay } from './days.ts';
import type { Series } from './repository.ts';
import { revisionOf } from './rule-key.ts';
import { summarize } from './summary.ts';
import type { Displaced } from './sync-places.ts';

export const toCenter = ({ id, name, address, time_zone, map_url, notes }: CenterRow): Center => ({
  ...{ _id: id, name, address, timeZone: time_zone },
  ...(map_url !== null && { mapUrl: map_url }),
  ...(notes !== null && { notes }),
});

export const toSeries = ({ id, until, intervalMinutes, ...rule }: Series) => ({
  _id: id,
  ...rule,
  weekdays: [...rule.weekdays],
  exceptions: [...rule.exceptions],
  ...(until !== undefined && { until }),
  ...(intervalMinutes !== undefined && { intervalMinutes }),
  summary: summarize({ ...rule, until, intervalMinutes }),
  revision: revisionOf({ ...rule, until, intervalMinutes }),
});

export const toClosing = ({ id, day, opens, closes, message }: CenterClosingRow) => ({
  _id: id,
  date: day,
  ...(!isWholeDay({ opens, closes }) && { opens, closes }),
  ...(message !== null && { message }),
});

export const toDisplaced = (appointment: Displaced): DisplacedAppointment => ({
  _id: appointment.id,
  name: appointment.name,
  bloodGroup: appointment.blood_group,
  date: appointment.day,
  ...(appointment.place_time && { time: appointment.place_time }),
  phoneEnd: appointment.phone.slice(-4),
  reason: appointment.reason,
});
