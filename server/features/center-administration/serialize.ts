import type { Displacement } from '#contract/center-administration.ts';
import type { CenterClosingRow } from '#server/db/center-tables.ts';
import { isWholeDay } from '#server/features/centers/days.ts';
import type { Series } from '#server/features/centers/rules.ts';
import type { Displaced } from '#server/features/centers/sync-slots.ts';
import { ruleRevision } from './rule-key.ts';
import { summarizeSeries } from './summary.ts';

export const toSeries = ({ id, until, intervalMinutes, ...rule }: Series) => ({
  _id: id,
  ...rule,
  weekdays: [...rule.weekdays],
  exceptions: [...rule.exceptions],
  ...(until !== undefined && { until }),
  ...(intervalMinutes !== undefined && { intervalMinutes }),
  summary: summarizeSeries({ ...rule, until, intervalMinutes }),
  revision: ruleRevision({ ...rule, until, intervalMinutes }),
});

export const toClosing = ({ id, day, opens, closes, message }: CenterClosingRow) => ({
  _id: id,
  date: day,
  ...(!isWholeDay({ opens, closes }) && { opens, closes }),
  ...(message !== null && { message }),
});

export const toDisplacement = (appointment: Displaced): Displacement => ({
  _id: appointment.id,
  name: appointment.name,
  bloodGroup: appointment.blood_group,
  date: appointment.day,
  ...(appointment.slot_time && { time: appointment.slot_time }),
  phoneEnd: appointment.phone.slice(-4),
  reason: appointment.reason,
});
