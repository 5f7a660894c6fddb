import { randomInt } from 'node:crypto';
import type { RequestState } from '#contract/blood-requests.ts';
import type { Core } from '#server/core.ts';
import type { BloodRequestRow, RequestDonorRow } from '#server/db/request-tables.ts';
import type { Trx } from '#server/db/tables.ts';
import { queueNotice } from './notices.ts';
import { isActive, listDonors, updateDonor, updateRequest } from './repository.ts';

export type SettleCore = Pick<Core, 'outbox' | 'clock'>;

export const newCode = (): string => String(randomInt(10_000)).padStart(4, '0');

/** A request that is neither waiting nor over can change between these states. */
const isRunning = ({ state }: Pick<BloodRequestRow, 'state'>): boolean =>
  state === 'open' || state === 'filled';

/**
 * Makes the donors and the state of a request agree with its bags, after any of them has changed. Tells the
 * donors who are no longer needed, the latest first, and the donor in reserve who is now needed. If bags are
 * missing again, more donors are asked.
 * @param request locked, with the changes that are to be stored
 */
export async function settleRequest(core: SettleCore, trx: Trx, request: BloodRequestRow): Promise<void> {
  const isOver = request.state === 'closed' || request.state === 'refused' || request.given === request.bags;
  const room = isOver ? 0 : request.bags - request.given;
  const donors = await listDonors(trx, request.id, ['arrived', 'agreed', 'reserve']);
  const agreed = await keepAgreed(core, trx, donors, room);
  const state = nextState(request, agreed);
  const now = core.clock();
  await updateRequest(trx, request.id, {
    ...{ agreed, state, bags: request.bags, given: request.given, needed_by: request.needed_by },
    ...{ note: request.note, reason: request.reason },
    next_wave_at: state === 'open' ? (request.next_wave_at ?? now) : null,
    ended_at: isActive({ state }) ? null : (request.ended_at ?? now),
  });
}

/** Returns how many donors are expected. */
async function keepAgreed(
  core: SettleCore,
  trx: Trx,
  donors: readonly RequestDonorRow[],
  room: number,
): Promise<number> {
  const isExpected = ({ state }: RequestDonorRow) => state === 'agreed' || state === 'arrived';
  // Those who have arrived stay before those who are still to come.
  const expected = donors.filter(isExpected).sort((one, other) => rank(one) - rank(other));
  for (const donor of expected.slice(room)) await dismiss(core, trx, donor);
  const kept = expected.slice(0, room).length;
  const [reserve] = donors.filter(({ state }) => state === 'reserve');
  if (!reserve) return kept;
  if (room === 0) await dismiss(core, trx, reserve);
  if (kept >= room) return kept;
  await updateDonor(trx, reserve.id, { state: 'agreed' });
  await queueNotice(core, trx, { kind: 'needed-now', donorId: reserve.id });
  return kept + 1;
}

const rank = ({ state }: RequestDonorRow): number => (state === 'arrived' ? 0 : 1);

async function dismiss(core: SettleCore, trx: Trx, { id }: RequestDonorRow): Promise<void> {
  await updateDonor(trx, id, { state: 'not-needed' });
  await queueNotice(core, trx, { kind: 'not-needed', donorId: id });
}

function nextState(request: BloodRequestRow, agreed: number): RequestState {
  if (request.state === 'closed' || request.state === 'refused') return request.state;
  if (request.given === request.bags) return 'given';
  if (!isRunning(request)) return request.state;
  return agreed + request.given === request.bags ? 'filled' : 'open';
}
