import { randomUUID } from 'node:crypto';
import { type Day, formatLongDate, utcDay } from '#contract/days.ts';
import { days } from '#platform/time.ts';
import { filledForm } from '../test-app.ts';
import type { Ledger } from './ledger.ts';
import type { ClusterResponse, Request } from './requests.ts';

export const CLINIC = 'Clinic';

/**
 * The days for which members request slots of the clinic. They are later than all other appointments, and
 * each has two slots.
 */
export const clinicDays: Day[] = [200, 201, 202].map((count) => utcDay(Date.now() + days(count)));

export const pick = <Choice>(choices: readonly Choice[]): Choice =>
  choices[Math.floor(Math.random() * choices.length)] as Choice;

export type ClinicMemberDeps = {
  email: string;
  ledger: Ledger;
  /** Ids of the member's appointments. `unpaid` has those that are not paid. */
  appointments: Set<string>;
  unpaid: string[];
  send: (label: string, method: string, path: string, extra?: Partial<Request>) => Promise<ClusterResponse>;
};

/** Creates the actions of a member at the clinic: book, wait for a slot, take or decline an offer. */
export function createClinicActions({ email, ledger, appointments, unpaid, send }: ClinicMemberDeps) {
  async function list<Item>(path: string): Promise<Item[]> {
    const { status, json } = await send('clinic', 'GET', path);
    if (status === 200) return json as unknown as Item[];
    ledger.faults.push(`GET ${path}: ${status} ${JSON.stringify(json)}`);
    return [];
  }

  /** Reads the outcome, because the response to a repeated request does not show what the first one did. */
  async function recordOutcome(declinedId?: string): Promise<void> {
    const query = new URLSearchParams({ email });
    const ids = new Set((await list<{ _id: string }>(`/api/appointments?${query}`)).map(({ _id }) => _id));
    for (const id of ids.difference(appointments)) add(id);
    if (declinedId === undefined || ids.has(declinedId)) return;
    appointments.delete(declinedId);
    unpaid.splice(unpaid.indexOf(declinedId), 1);
    ledger.canceled.add(declinedId);
  }

  /** Adds an appointment in front of the others, so that it is the next one to be paid or canceled. */
  function add(id: string): void {
    ledger.booked.set(id, email);
    appointments.add(id);
    unpaid.unshift(id);
  }

  let centerId: string | undefined;
  async function readCenterId(): Promise<string | undefined> {
    if (centerId) return centerId;
    const centers = await list<{ _id: string; name: string }>('/api/centers');
    centerId = centers.find(({ name }) => name === CLINIC)?._id;
    return centerId;
  }

  return {
    /** Books a slot on one of the days, or joins its waiting list. */
    async requestSlot(): Promise<void> {
      const center = await readCenterId();
      if (!center) return;
      const date = pick(clinicDays);
      const json = filledForm(email, { date, center: CLINIC });
      const query = new URLSearchParams({ email, date });
      const key = randomUUID();
      const booked = await send('clinic', 'POST', `/api/appointments?${query}`, { json, key });
      if (booked.json.success === true) add(String(booked.json.insertedId));
      else if (booked.json.nextFree)
        await send('clinic', 'PUT', `/api/waiting-list/${center}/${date}`, { json: {} });
    },

    /** Moves an appointment at the clinic to another of its days, which may be full or closed. */
    async moveSlot(): Promise<void> {
      const query = new URLSearchParams({ email });
      const own = await list<{ _id: string; center: string; date: string }>(`/api/appointments?${query}`);
      const booked = own.find(({ _id, center }) => center === CLINIC && unpaid.includes(_id));
      if (!booked) return;
      const json = { date: pick(clinicDays.filter((day) => formatLongDate(day) !== booked.date)) };
      const moved = await send('clinic', 'PATCH', `/api/appointments/${booked._id}`, { json });
      if (moved.status !== 200) ledger.faults.push(`move: ${moved.status} ${JSON.stringify(moved.json)}`);
      else if (moved.json.success === true) ledger.movedSlots += 1;
    },

    async leaveWaitingList(): Promise<void> {
      const [entry] = await list<{ centerId: string; date: string }>('/api/waiting-list');
      if (entry) await send('clinic', 'DELETE', `/api/waiting-list/${entry.centerId}/${entry.date}`);
    },

    /** Takes a held slot, and takes or declines another slot in place of a closed one. */
    async chooseSlot(): Promise<void> {
      const entries = await list<{ offer?: { token: string } }>('/api/waiting-list');
      const held = entries.flatMap(({ offer }) => offer ?? []);
      const closed = await list<{
        appointmentId: string;
        declineToken: string;
        slots: { token: string }[];
      }>('/api/closed-appointments');
      for (const { token } of [...held, ...closed.flatMap(({ slots }) => slots.slice(0, 1))]) {
        const { json } = await send('clinic', 'POST', '/api/slot-offer/accept', { json: { token } });
        if (json.success === true) ledger.chosenSlots += 1;
      }
      await recordOutcome();
      for (const { appointmentId, declineToken } of closed.filter(({ slots }) => slots.length === 0)) {
        await send('clinic', 'POST', '/api/slot-offer/decline', { json: { token: declineToken } });
        await recordOutcome(appointmentId);
      }
    },
  };
}
