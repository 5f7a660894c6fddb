import type { EventTable } from '../schema/tables.ts';

/** In whose shapes everything here is written: that of the `stripe` package that the server uses. */
export const apiVersion = '2026-10-28.endive';

/** The event as Stripe writes it. */
export function toEvent(row: EventTable) {
  return {
    id: row.id,
    object: 'event' as const,
    api_version: apiVersion,
    created: Math.floor(row.created_at / 1000),
    data: {
      object: JSON.parse(row.object) as object,
      ...(row.previous && { previous_attributes: JSON.parse(row.previous) as object }),
    },
    livemode: false,
    pending_webhooks: row.pending_webhooks,
    request: { id: row.request_id, idempotency_key: row.idempotency_key },
    type: row.type,
  };
}
