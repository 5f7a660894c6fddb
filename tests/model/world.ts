import { expect } from 'vitest';
import {
  dayAhead,
  type Member,
  payByCard,
  requestAppointment,
  type TestHouse,
  uploadPicture,
} from '../house.ts';

/** What one member has, as a plain list says it. */
export type Held = {
  signedIn: boolean;
  appointments: { id: string; date: string; paid: boolean }[];
  photos: string[];
};

/** What ought to be so, told by nothing but what was answered. */
export type Model = {
  members: Held[];
  /** Every appointment's id there ever was, and every photo's: people guess. */
  ids: string[];
  photoIds: string[];
};

/** The real site, and two people who use it. */
export type Real = {
  house: TestHouse;
  people: { member: Member; token: string; picture: string }[];
};

export async function openPeople(house: TestHouse): Promise<Real> {
  const people = await Promise.all(
    [1, 2].map(async () => {
      const member = await house.register();
      return { member, token: member.token, picture: await uploadPicture(house, member) };
    }),
  );
  return { house, people };
}

/** What they have to begin with: what is paid stays from before. */
export async function readModel({ house, people }: Real): Promise<Model> {
  const model: Model = { members: [], ids: [], photoIds: [] };
  for (const person of people) {
    person.token = (await house.exchange(person.member.email, person.member.idToken)).token;
    const held: Held = { signedIn: true, appointments: [], photos: [] };
    for (const { _id, date, transactionId } of await listed({ house, people }, person)) {
      if (transactionId) held.appointments.push({ id: _id, date, paid: true });
      else await ask({ house, people }, person, 'DELETE', `/api/appointments/${_id}`);
    }
    const { own } = (await (await ask({ house, people }, person, 'GET', '/api/user/photos')).json()) as {
      own: { _id: string }[];
    };
    for (const { _id } of own) await ask({ house, people }, person, 'DELETE', `/api/photo/${_id}`);
    model.members.push(held);
    model.ids.push(...held.appointments.map(({ id }) => id));
  }
  return model;
}

export type Person = Real['people'][number];
type Row = { _id: string; date: string; transactionId?: string };

export const ask = ({ house }: Real, { token }: Person, method: string, path: string, json?: unknown) =>
  house.send(method, path, { token, ...(json !== undefined && { json }) });

async function listed(real: Real, person: Person): Promise<Row[]> {
  const answer = await ask(real, person, 'GET', `/api/appointments?email=${person.member.email}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Row[];
}

/** Both people's lists, and what everybody sees, say what the model says. */
export async function expectAsModel(model: Model, real: Real): Promise<void> {
  for (const [n, held] of model.members.entries()) {
    const person = real.people[n] as Person;
    if (!held.signedIn) {
      expect((await ask(real, person, 'GET', '/api/user/photos')).status).toBe(403);
      continue;
    }
    const rows = (await listed(real, person)).map(({ _id, date, transactionId }) => ({
      id: _id,
      date,
      paid: transactionId !== undefined,
    }));
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
    expect(rows.sort(byId)).toEqual([...held.appointments].sort(byId));
  }
  const shown = (await (await real.house.send('GET', '/api/photo?limit=200')).json()) as { _id: string }[];
  const photos = shown.map(({ _id }) => _id).filter((id) => model.photoIds.includes(id));
  expect(photos.sort()).toEqual(model.members.flatMap((held) => held.photos).sort());
}

export const pay = async (real: Real, person: Person, appointmentId: string) => {
  const intent = await ask(real, person, 'POST', '/api/create-payment-intent', { price: 5, appointmentId });
  if (intent.status !== 200) return intent.status;
  const { clientSecret } = (await intent.json()) as { clientSecret: string };
  const { id: transactionId } = await payByCard(real.house, clientSecret);
  const saved = await ask(real, person, 'PUT', `/api/appointments/${appointmentId}`, {
    appointmentId,
    transactionId,
  });
  return saved.status;
};

export const request = (real: Real, person: Person, days: number) =>
  requestAppointment(real.house, { ...person.member, token: person.token }, { date: dayAhead(days) });
