import type { Database } from '#platform/database/open.ts';
import { SetupError } from '#platform/errors.ts';
import type { Tables } from '#server/schema/tables.ts';
import { listSteps, listUnsettled } from './trail-repository.ts';

/** A line a step of an appointment or a transaction, oldest first. @throws SetupError when nothing is known of it */
export async function describePayment(database: Database, id: string): Promise<string> {
  const steps = await listSteps(database.withTables<Tables>(), id);
  if (steps.length === 0) throw new SetupError(`No payment is known of ${id}.`);
  return steps
    .map(({ at, step, by, appointment_id, intent_id }) =>
      [instant(at), step.padEnd(10), `by ${by}`.padEnd(15), appointment_id, intent_id ?? '']
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A line a charge that is still open or has to go back, oldest first; at most a hundred. */
export async function describeUnsettled(database: Database): Promise<string> {
  const charges = await listUnsettled(database.withTables<Tables>());
  if (charges.length === 0) return 'Nothing is open.';
  return charges
    .map(({ created_at, status, appointment_id, intent_id }) =>
      [instant(created_at), status.padEnd(10), appointment_id, intent_id ?? ''].join('  ').trimEnd(),
    )
    .join('\n');
}

const instant = (ms: number): string => new Date(ms).toISOString();
