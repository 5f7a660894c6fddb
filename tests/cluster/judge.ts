import pg from 'pg';
import type { Ledger } from './ledger.ts';

export type Verdict = { lost: string[]; doubled: string[] };

/** Holds what clients were told against what the database has, when nothing is under way any more. */
export async function judge(databaseUrl: string, ledger: Ledger): Promise<Verdict> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const rows = async <Row>(sql: string) => (await client.query(sql)).rows as Row[];
  try {
    const appointments = await rows<{ id: string; transaction_id: string | null }>(
      'select id, transaction_id from appointments',
    );
    const photos = await rows<{ id: string }>('select id from photos');
    const doubled = [
      ...appointments.flatMap(({ id }) => (ledger.booked.has(id) ? [] : `appointment ${id} made twice`)),
      ...photos.flatMap(({ id }) => (ledger.photos.has(id) ? [] : `photo ${id} made twice`)),
    ];
    for (const [what, sql] of twice) {
      for (const { name } of await rows<{ name: string }>(sql)) doubled.push(`${what}: ${name}`);
    }
    return { lost: [...lostAppointments(appointments, ledger), ...lostPhotos(photos, ledger)], doubled };
  } finally {
    await client.end();
  }
}

export function lostAppointments(
  rows: { id: string; transaction_id: string | null }[],
  ledger: Ledger,
): string[] {
  const there = new Map(rows.map(({ id, transaction_id }) => [id, transaction_id]));
  const kept = [...ledger.booked.keys()].filter((id) => !ledger.cancelled.has(id));
  return [
    ...kept.flatMap((id) => (there.has(id) ? [] : `appointment ${id} is gone`)),
    ...[...ledger.cancelled].flatMap((id) => (there.has(id) ? `cancelled appointment ${id} is there` : [])),
    ...[...ledger.paid].flatMap(([id, by]) => (there.get(id) === by ? [] : `payment ${by} of ${id} is gone`)),
  ];
}

export function lostPhotos(rows: { id: string }[], { photos }: Ledger): string[] {
  const there = new Set(rows.map(({ id }) => id));
  return [...photos.keys()].flatMap((id) => (there.has(id) ? [] : `photo ${id} is gone`));
}

/** What may be there once at most: each statement names what is there more often. */
const twice = [
  [
    'appointment charged twice',
    `select appointment_id as name from charges
     where status in ('succeeded', 'refund-due', 'refunded') group by appointment_id having count(*) > 1`,
  ],
  [
    'appointment marked as paid twice',
    `select appointment_id as name from payment_steps
     where step = 'paid' group by appointment_id having count(*) > 1`,
  ],
  [
    'card charged twice',
    `select intent_id as name from cards_charges
     where refusal is null group by intent_id having count(*) > 1`,
  ],
  [
    'event told twice',
    `select object::json->>'id' as name from cards_events
     where type = 'payment_intent.succeeded' group by name having count(*) > 1`,
  ],
] as const;
