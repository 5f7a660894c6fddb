import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '#platform/database/open.ts';
import type { Tables } from '#server/db/tables.ts';
import { findSlotFaults } from '../simulation/slots.ts';
import type { Ledger } from './ledger.ts';

export type Inconsistencies = { lost: string[]; duplicated: string[] };

/** Compares the clients' acknowledged writes with the database. No request may be in progress. */
export async function checkConsistency(databaseUrl: string, ledger: Ledger): Promise<Inconsistencies> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const rows = async <Row>(sql: string) => (await client.query(sql)).rows as Row[];
  try {
    const appointments = await rows<{ id: string; transaction_id: string | null }>(
      'select id, transaction_id from appointments',
    );
    const photos = await rows<{ id: string }>('select id from photos');
    const duplicated = [
      ...appointments.flatMap(({ id }) => (ledger.booked.has(id) ? [] : `appointment ${id} created twice`)),
      ...photos.flatMap(({ id }) => (ledger.photos.has(id) ? [] : `photo ${id} created twice`)),
    ];
    for (const [label, sql] of uniquenessChecks) {
      for (const { name } of await rows<{ name: string }>(sql)) duplicated.push(`${label}: ${name}`);
    }
    return { lost: [...lostAppointments(appointments, ledger), ...lostPhotos(photos, ledger)], duplicated };
  } finally {
    await client.end();
  }
}

export function lostAppointments(
  rows: { id: string; transaction_id: string | null }[],
  ledger: Ledger,
): string[] {
  const existing = new Map(rows.map(({ id, transaction_id }) => [id, transaction_id]));
  const expected = [...ledger.booked.keys()].filter((id) => !ledger.canceled.has(id));
  return [
    ...expected.flatMap((id) => (existing.has(id) ? [] : `appointment ${id} is gone`)),
    ...[...ledger.canceled].flatMap((id) =>
      existing.has(id) ? `cancelled appointment ${id} still exists` : [],
    ),
    ...[...ledger.paid].flatMap(([id, transactionId]) =>
      existing.get(id) === transactionId ? [] : `payment ${transactionId} of ${id} is gone`,
    ),
  ];
}

export function lostPhotos(rows: { id: string }[], { photos }: Ledger): string[] {
  const existing = new Set(rows.map(({ id }) => id));
  return [...photos.keys()].flatMap((id) => (existing.has(id) ? [] : `photo ${id} is gone`));
}

/** Time for the jobs to offer free slots to waiting members, which takes about a second. */
const OFFER_TIMEOUT_MS = 10_000;

/** Returns what is wrong with the slots of clinics. No request may be in progress. */
export async function checkSlots(databaseUrl: string): Promise<string[]> {
  await using database = await openDatabase({ url: databaseUrl });
  const db = database.withTables<Tables>();
  const until = performance.now() + OFFER_TIMEOUT_MS;
  for (;;) {
    const faults = await findSlotFaults(db, Date.now());
    if (faults.length === 0 || performance.now() > until) return faults;
    await pause(100);
  }
}

/** Things that must exist at most once. Each statement returns those that exist more often. */
const uniquenessChecks = [
  [
    'appointment charged twice',
    `select appointment_id as name from payments
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
    'event recorded twice',
    `select object::json->>'id' as name from cards_events
     where type = 'payment_intent.succeeded' group by name having count(*) > 1`,
  ],
] as const;
