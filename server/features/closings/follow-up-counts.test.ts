import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import type { Day } from '#contract/days.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { days, hours, minutes } from '#platform/time.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import type { AppointmentRow } from '#server/db/tables.ts';
import { addClosing, removeClosing } from '#server/features/center-administration/edit-center.ts';
import { addMember, bookAppointment, noon } from '#server/testing/people.ts';
import { WHOLE_DAY } from '../centers/days.ts';
import { listCenterRows } from '../centers/rules.ts';
import { addTestCenter, coordinator, openCenterDeps, rule } from '../centers/testing/center-deps.ts';
import { countUnconfirmed } from '../unconfirmed-bookings/staff.ts';
import { listDisplaced } from './follow-up.ts';
import { countFollowUps } from './follow-up-counts.ts';

const tuesday = '2026-11-24' as Day;

onBothDatabases([serverMigrations], (open) => {
  /** Creates a center with donors on a Tuesday. Every second one has not confirmed the address. */
  async function createDeps(count: number) {
    const deps = await openCenterDeps(open);
    const centerId = await addTestCenter(deps, { name: 'Dhaka', series: [{ ...rule, slots: 200 }] });
    const ids: string[] = [];
    for (let n = 0; n < count; n += 1) {
      const donor = await addMember(deps.db, `donor-${n}@example.org`, { emailVerified: n % 2 === 0 });
      ids.push(await bookAppointment(deps, donor, { center: 'Dhaka', date: tuesday }));
    }
    const close = () =>
      addClosing(deps, coordinator, { centerId, day: tuesday, ...WHOLE_DAY, message: null }, false);
    return { ...deps, centerId, ids, close };
  }
  type Deps = Awaited<ReturnType<typeof createDeps>>;

  const change = ({ db, ids }: Deps, index: number, values: Partial<AppointmentRow>) =>
    db
      .updateTable('appointments')
      .set(values)
      .where('id', '=', ids[index] ?? '')
      .execute();

  const record = ({ db, ids }: Deps, index: number, column: 'notified_at' | 'called_at' | 'refund_at') =>
    db
      .updateTable('closed_appointments')
      .set({ [column]: noon })
      .where('appointment_id', '=', ids[index] ?? '')
      .execute();

  /** Counts with `countFollowUps`, and in the list that the coordinator sees. */
  async function count(deps: Deps) {
    const [found = { calls: 0, refunds: 0 }] = await countFollowUps(deps, await listCenterRows(deps.db));
    const listed = await listDisplaced(deps, coordinator, deps.centerId);
    return {
      counted: { calls: found.calls, refunds: found.refunds },
      listed: {
        calls: listed.filter(({ needsCall }) => needsCall).length,
        refunds: listed.filter(({ state }) => state === 'declined').length,
      },
    };
  }

  test('the donors to call and to refund are as many as the list shows, at each time', async () => {
    await using deps = await createDeps(16);
    const { closingId } = await deps.close();
    for (const index of [0, 1]) await record(deps, index, 'notified_at');
    for (const index of [1, 2, 3]) await record(deps, index, 'called_at');
    await change(deps, 4, { status: 'cancelled', transaction_id: 'pi_1' });
    await change(deps, 5, { status: 'cancelled', transaction_id: 'pi_2' });
    await record(deps, 5, 'refund_at');
    await change(deps, 6, { status: 'cancelled', transaction_id: 'pi_3', refunded_at: noon });
    await change(deps, 7, { status: 'cancelled' });
    await change(deps, 8, { status: 'cancelled', cancellation_reason: 'address-unconfirmed' });
    await change(deps, 9, { moves: 1 });
    await change(deps, 10, { status: 'arrived' });
    await change(deps, 11, { transaction_id: 'pi_4' });
    await change(deps, 12, { user_id: 'another' });
    // The account is unconfirmed at the identity provider.
    const [donor] = await deps.db
      .selectFrom('appointments')
      .select('user_id')
      .where('id', '=', deps.ids[14] ?? '')
      .execute();
    deps.accounts.changed.set(donor?.user_id ?? '', { email: 'x@example.org', isConfirmed: false });
    const seen: string[] = [];
    const check = async () => {
      const { counted, listed } = await count(deps);
      expect(counted).toEqual(listed);
      seen.push(`${counted.calls} ${counted.refunds}`);
    };
    for (const later of [0, minutes(16), hours(25), days(3), days(5), days(80)]) {
      deps.time.now = noon + later;
      for (const isSet of [true, false]) {
        deps.emailServer.isSet = isSet;
        await check();
      }
    }
    deps.time.now = noon + minutes(1);
    await removeClosing(deps, coordinator, { centerId: deps.centerId, closingId: closingId ?? '' });
    await check();
    // Paid appointments that the center canceled on an open day need a call.
    const expected = [
      '5 1',
      '5 1',
      '5 1',
      '5 1',
      '6 1',
      '6 1',
      '6 1',
      '6 1',
      '0 1',
      '0 1',
      '0 1',
      '0 1',
      '4 1',
    ];
    expect(seen).toEqual(expected);
  });

  /** Returns the number of rows that the database returns to `work`. */
  async function rowsReadBy(deps: Deps, work: (deps: Deps) => Promise<unknown>): Promise<number> {
    let rows = 0;
    const counter: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        rows += result.rows.length;
        return result;
      },
    };
    await work({ ...deps, db: deps.db.withPlugin(counter) });
    return rows;
  }

  test('counting what waits reads no more rows for more donors', async () => {
    const read: number[][] = [];
    for (const donors of [4, 40]) {
      await using deps = await createDeps(donors);
      const centers = await listCenterRows(deps.db);
      const unconfirmed = await rowsReadBy(deps, async (counted) =>
        expect(await countUnconfirmed(counted, centers)).toMatchObject([{ bookings: donors / 2 }]),
      );
      await deps.close();
      const followUps = await rowsReadBy(deps, async (counted) =>
        expect(await countFollowUps(counted, centers)).toMatchObject([{ calls: donors / 2 }]),
      );
      read.push([unconfirmed, followUps]);
    }
    expect(read[0]).toEqual(read[1]);
  });
});
