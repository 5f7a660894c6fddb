import type { ModerationItem, OwnItemDecision } from '#contract/staff-moderation.ts';
import type { ModerationDecisionRow } from '#server/db/moderation-tables.ts';
import type { QueueItem } from '#server/moderated-kind.ts';

export const toIso = (instant: number): string => new Date(instant).toISOString();

type Decided = Pick<OwnItemDecision, 'decision' | 'reason' | 'note' | 'decidedAt'>;

export const toDecided = ({ decision, reason, note, decided_at }: ModerationDecisionRow): Decided => ({
  decision,
  ...(reason && { reason }),
  ...(note && { note }),
  decidedAt: toIso(decided_at),
});

export const toModerationItem = (
  { _id, kind, state, since, photo, review }: QueueItem,
  isClaimed: boolean,
  objection?: ModerationDecisionRow,
): ModerationItem => ({
  _id,
  kind,
  isClaimed,
  ...(photo && { photo }),
  ...(review && { review }),
  ...(objection
    ? {
        state: 'objection',
        since: toIso(objection.objected_at ?? 0),
        objection: { ...toDecided(objection), text: objection.objection ?? '' },
      }
    : { state, since }),
});
