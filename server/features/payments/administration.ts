import type { Database } from '#platform/database/open.ts';
import { SetupError } from '#platform/errors.ts';
import type { Tables } from '#server/schema/tables.ts';
import { countLiveCharges, listMoneyToGiveBack, listSteps } from './trail-repository.ts';

/** A line a step of an appointment or a transaction, oldest first. @throws SetupError when nothing is known of it */
export async function describePayment(database: Database, id: string): Promise<string> {
  const steps = await listSteps(database.withTables<Tables>(), id);
  if (steps.length === 0) throw new SetupError(`No payment is known of ${id}.`);
  return steps
    .map(({ at, step, by, appointment_id, intent_id }) =>
      [instant(at), step.padEnd(13), `by ${by}`.padEnd(15), appointment_id, intent_id ?? '']
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** How many charges are open, and a line a charge whose money has to go back; at most a hundred. */
export async function describeUnsettled(database: Database): Promise<string> {
  const db = database.withTables<Tables>();
  const open = await countLiveCharges(db);
  const due = await listMoneyToGiveBack(db);
  const lines = due.map(({ created_at, status, appointment_id, intent_id }) =>
    [instant(created_at), status.padEnd(13), appointment_id, intent_id ?? ''].join('  ').trimEnd(),
  );
  const nothing = due.length === 0 ? 'No money has to go back.' : 'Money that has to go back:';
  return [`Open charges: ${open}. ${nothing}`, ...lines].join('\n');
}

const instant = (ms: number): string => new Date(ms).toISOString();
