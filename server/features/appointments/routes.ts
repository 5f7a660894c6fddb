import * as contract from '#contract/appointments.ts';
import { bookableDays } from '#contract/days.ts';
import { AppError } from '#platform/errors.ts';
import type { Core } from '#server/core.ts';
import type { AppointmentRow } from '#server/db/tables.ts';
import { startOfSlot } from '#server/features/centers/local-time.ts';
import {
  type CenterWithSeries,
  currentCenterName,
  findCenter,
  getDay,
} from '#server/features/centers/rules.ts';
import * as slots from '#server/features/centers/slots.ts';
import { readVisit } from '#server/features/centers/visit.ts';
import { createPasses } from '#server/features/passes/passes.ts';
import { describeOwnBookings } from '#server/features/unconfirmed-bookings/rules.ts';
import { readLanguage } from '#server/features/users/rules.ts';
import { readRequestKey } from '#server/http/idempotency-repository.ts';
import type { Routes } from '#server/http/route.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { moveAppointment } from './move.ts';
import { findAppointment, listAppointments } from './repository.ts';
import { cancelAppointment, requestAppointment } from './rules.ts';
import { toAppointment } from './serialize.ts';

export function mountAppointments({ memberEndpoint }: Routes, core: Core): void {
  const { db, clock, publicUrl } = core;
  const hasPasses = core.features.includes('staff') && core.features.includes('offline');
  const passes = createPasses(core);

  memberEndpoint(
    contract.requestAppointment,
    ({ c, viewer, query, body }) => {
      if (query.date !== body.date) throw differentValuesError('date');
      const key = readRequestKey(c.req.header('idempotency-key'), body);
      return requestAppointment(core, viewer, body, key);
    },
    (viewer, { query, body }) => {
      rejectOtherEmail(viewer, query.email);
      rejectOtherEmail(viewer, (body as { email?: unknown } | null)?.email);
    },
  );

  memberEndpoint(
    contract.listAppointments,
    async ({ viewer }) => describeAll(viewer, await listAppointments(db, viewer)),
    (viewer, { query }) => rejectOtherEmail(viewer, query.email),
  );

  memberEndpoint(contract.getAppointment, async ({ viewer, id }) => {
    const [found] = await describeAll(viewer, [await findOwnAppointment(viewer, id)]);
    return found as contract.AppointmentJson;
  });

  memberEndpoint(contract.moveAppointment, ({ viewer, id, body }) =>
    moveAppointment(core, viewer, id, { day: body.date, time: body.time }),
  );

  memberEndpoint(contract.cancelAppointment, async ({ viewer, id }) => {
    const isCanceled = await cancelAppointment(core, viewer, id);
    return { acknowledged: true, deletedCount: isCanceled ? 1 : 0 };
  });

  memberEndpoint(contract.getAppointmentCalendar, async ({ c, viewer, id }) => {
    const appointment = await findOwnAppointment(viewer, id);
    const { toICalendar } = await import('./calendar.ts');
    const { center_id, day } = appointment;
    const found = center_id === null ? undefined : await getDay(core, center_id, day);
    const calendar = toICalendar(appointment, {
      center: found?.center,
      publicUrl,
      now: clock(),
      language: await readLanguage(core, viewer.userId),
    });
    return c.body(calendar, 200, {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'attachment; filename="blood-donation.ics"',
    });
  });

  async function describeAll(viewer: Viewer, appointments: readonly AppointmentRow[]) {
    const bookings = await describeOwnBookings(core, viewer, appointments);
    const centerIds = new Set(appointments.flatMap(({ center_id }) => center_id ?? []));
    const centers = await Promise.all([...centerIds].map((id) => findCenter(core, id)));
    return Promise.all(
      appointments.map(async (appointment) => {
        const center = centers.find((found) => found?.id === appointment.center_id);
        return { ...(await describe(appointment, center)), ...bookings.get(appointment.id) };
      }),
    );
  }

  async function describe(
    appointment: AppointmentRow,
    center: CenterWithSeries | undefined,
  ): Promise<contract.AppointmentJson> {
    // An appointment with a recorded outcome need not move, even if its slot is closed.
    const isClosed = appointment.status === 'booked' && (await slots.isClosed(core, appointment));
    const pass = hasPasses && appointment.status !== 'cancelled' ? await passes.sign(appointment) : undefined;
    return {
      ...toAppointment(appointment),
      ...describeCenter(appointment, center),
      ...(isClosed && { isClosed }),
      ...(pass && { pass }),
    };
  }

  /**
   * Returns the center's current name, and until the day is over its address, what it says about a visit and
   * the time of arrival.
   */
  function describeCenter(appointment: AppointmentRow, center: CenterWithSeries | undefined) {
    const { day, slot_time: time } = appointment;
    const centerName = currentCenterName(appointment, center);
    return {
      ...(centerName !== appointment.center && { centerName }),
      ...(center &&
        day >= bookableDays(clock()).first && {
          centerAddress: center.address,
          ...(center.notes && { centerNotes: center.notes }),
          ...(center.visit !== '{}' && { visit: readVisit(center) }),
          ...(time && { startsAt: new Date(startOfSlot(center, { day, time })).toISOString() }),
        }),
    };
  }

  async function findOwnAppointment(viewer: Viewer, id: string) {
    const appointment = await findAppointment(db, viewer, id);
    if (!appointment) throw new AppError('not-found');
    return appointment;
  }
}

function rejectOtherEmail(viewer: Viewer, email: unknown): void {
  if (typeof email !== 'string' || email.trim() === '') return;
  if (email.trim().toLowerCase() !== viewer.email) throw new AppError('not-yours');
}

const differentValuesError = (field: string) =>
  new AppError('invalid-fields', { fields: { [field]: 'The query and the body have different values' } });
