import type { Db } from '#server/db/tables.ts';

/** Returns the id of the center of an appointment, or undefined if it belongs to none. */
export async function findAppointmentCenter(db: Db, appointmentId: string): Promise<string | undefined> {
  const query = db.selectFrom('appointments').select('center_id').where('id', '=', appointmentId);
  return (await query.executeTakeFirst())?.center_id ?? undefined;
}
