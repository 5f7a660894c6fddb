import { setTimeout as pause } from 'node:timers/promises';
import { weekdayOf } from '#contract/clinic-rule.ts';
import { utcDay } from '#contract/days.ts';
import { CLINIC, clinicDays, pick } from './clinic-member.ts';
import { query } from './query.ts';
import type { Traffic } from './traffic.ts';

/** A repeated DELETE finds nothing. A day without a clinic cannot be closed. */
const expectedRefusals: Record<string, number> = { DELETE: 404, POST: 422 };

/**
 * Adds a clinic, whose coordinator closes, opens, removes and adds days until `stop`, after which all days
 * are open.
 */
export async function startClinic(databaseUrl: string, traffic: Traffic): Promise<{ stop(): Promise<void> }> {
  const owner = await traffic.newMember();
  await makeOwner(databaseUrl, owner.email);

  async function sendAsCoordinator(method: string, path: string, json?: object) {
    const url = `/api/staff/centers${path}`;
    const response = await traffic.send({ label: 'clinic', method, path: url, token: owner.token(), json });
    const isExpected = response.status <= 204 || response.status === expectedRefusals[method];
    if (!isExpected)
      traffic.ledger.faults.push(`${method} ${url}: ${response.status} ${JSON.stringify(response.json)}`);
    return response.json;
  }

  const series = (weekdays: readonly number[]) => ({
    weekdays,
    from: utcDay(Date.now()),
    opens: '09:00',
    closes: '11:00',
    intervalMinutes: 60,
    slots: 1,
  });
  const allWeekdays = [1, 2, 3, 4, 5, 6, 7];
  const { insertedId } = await sendAsCoordinator('POST', '', {
    name: CLINIC,
    address: 'Dhaka',
    timeZone: 'UTC',
  });
  const center = `/${insertedId}`;
  const { insertedId: seriesId } = await sendAsCoordinator('POST', `${center}/series`, series(allWeekdays));
  const changeSeries = (weekdays: readonly number[]) =>
    sendAsCoordinator('PUT', `${center}/series/${seriesId}`, series(weekdays));
  const removeDay = (removed: number) => changeSeries(allWeekdays.filter((weekday) => weekday !== removed));
  const addDays = () => changeSeries(allWeekdays);
  async function openDays(): Promise<void> {
    const closings = (await sendAsCoordinator('GET', `${center}/closings`)) as unknown as { _id: string }[];
    for (const { _id } of closings) await sendAsCoordinator('DELETE', `${center}/closings/${_id}`);
  }
  const changes = [
    openDays,
    addDays,
    () => sendAsCoordinator('POST', `${center}/closings`, { date: pick(clinicDays) }),
    () => removeDay(weekdayOf(pick(clinicDays))),
  ];

  let isStopped = false;
  async function change(): Promise<void> {
    while (!isStopped) {
      await pick(changes)();
      await pause(500);
    }
    await addDays();
    await openDays();
  }
  const changing = change();
  // `stop` reports a rejection, which must not end the process earlier.
  changing.catch(() => {});
  return {
    async stop() {
      isStopped = true;
      await changing;
    },
  };
}

async function makeOwner(databaseUrl: string, email: string): Promise<void> {
  const ids = 'select id from users where email = $1';
  await query(
    databaseUrl,
    `insert into staff_roles (user_id, role, center_id, granted_at) select id, 'owner', '', 0 from (${ids}) found`,
    [email],
  );
  await query(databaseUrl, `update sessions set second_factor = 'totp' where user_id in (${ids})`, [email]);
}
