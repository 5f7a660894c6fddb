import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import type { Day } from '#contract/days.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import { addCenter, addClosing, changeSeries } from '#server/features/center-administration/edit-center.ts';
import { renderClinicCalendar } from './calendar.ts';
import { WHOLE_DAY } from './days.ts';
import { findCenter } from './repository.ts';
import { coordinator, openCenterDeps } from './testing/center-deps.ts';

const name = 'রক্তদান কেন্দ্র, "North"; floor 2\\3 BEGIN:VEVENT, a name that is longer than one line of the file';
const publicUrl = 'https://blood.example';

onBothDatabases([serverMigrations], (open) => {
  test('lists the clinics of a center in its time zone, with a closed day', async () => {
    await using deps = await openCenterDeps(open);
    deps.time.now = Date.UTC(2027, 2, 1, 12);
    const address = '1, High Street; London';
    const id = await addCenter(deps, coordinator, { name, address, timeZone: 'Europe/London' });
    const rule = { weekdays: [7], from: '2027-03-01' as Day, opens: '09:00', closes: '24:00' };
    const series = { ...rule, until: '2027-04-11' as Day, slots: 5, exceptions: ['2027-03-14' as Day] };
    await changeSeries(deps, coordinator, { centerId: id, rule: series }, false);
    const day = '2027-04-04' as Day;
    await addClosing(deps, coordinator, { centerId: id, day, ...WHOLE_DAY, message: null }, false);

    const center = await findCenter(deps.db, id);
    if (!center) throw new Error('The center is missing.');
    const file = await renderClinicCalendar(deps.db, center, { publicUrl, now: deps.clock() + 60_000 });
    for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);

    const calendar = new ICAL.Component(ICAL.parse(file));
    const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));
    expect(
      events.map(({ startDate, endDate, component }) => [
        startDate.toJSDate().toISOString(),
        endDate.toJSDate().toISOString(),
        component.getFirstPropertyValue('status'),
      ]),
    ).toEqual([
      ['2027-03-07T09:00:00.000Z', '2027-03-08T00:00:00.000Z', 'CONFIRMED'],
      ['2027-03-21T09:00:00.000Z', '2027-03-22T00:00:00.000Z', 'CONFIRMED'],
      // The clock goes forward on this day.
      ['2027-03-28T08:00:00.000Z', '2027-03-28T23:00:00.000Z', 'CONFIRMED'],
      ['2027-04-04T08:00:00.000Z', '2027-04-04T23:00:00.000Z', 'CANCELLED'],
      ['2027-04-11T08:00:00.000Z', '2027-04-11T23:00:00.000Z', 'CONFIRMED'],
    ]);
    for (const event of events) {
      const isCanceled = event.component.getFirstPropertyValue('status') === 'CANCELLED';
      expect(event.summary).toBe(`${isCanceled ? 'Canceled: ' : ''}Blood donation: ${name}`);
      expect(event.location).toBe(address);
      for (const property of ['dtstamp', 'last-modified'])
        expect(event.component.getFirstPropertyValue(property)?.toString()).toBe('2027-03-01T12:00:00Z');
      expect(event.component.getFirstPropertyValue('url')).toBe(`${publicUrl}/centers/${id}`);
    }
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(5);
  });
});
