import fc, { type AsyncCommand } from 'fast-check';
import { expect } from 'vitest';
import { dayAhead } from '../house.ts';
import { ask, expectAsModel, type Held, type Model, type Person, pay, type Real, request } from './world.ts';

type Step = AsyncCommand<Model, Real>;
type Run = (of: { model: Model; real: Real; held: Held; person: Person }) => Promise<void>;

/** Signed out, every call of a member is refused; signed in, `run` says what has to come. Afterwards all is as the model says. */
const step = (name: string, who: number, run: Run, refused: Run): Step => ({
  check: () => true,
  async run(model, real) {
    const held = model.members[who] as Held;
    const of = { model, real, held, person: real.people[who] as Person };
    await (held.signedIn ? run(of) : refused(of));
    await expectAsModel(model, real);
  },
  toString: () => `${who} ${name}`,
});

const refusal =
  (call: (of: { model: Model; real: Real; person: Person }) => Promise<Response>): Run =>
  async (of) => {
    expect((await call(of)).status).toBe(403);
  };

const requests = (who: number, days: number): Step =>
  step(
    `requests day ${days}`,
    who,
    async ({ model, real, held, person }) => {
      const answer = (await (await request(real, person, days)).json()) as {
        success: boolean;
        insertedId: string;
      };
      const date = dayAhead(days);
      const free = !held.appointments.some((each) => each.date === date);
      expect(answer.success).toBe(free);
      if (!free) return;
      held.appointments.push({ id: answer.insertedId, date, paid: false });
      model.ids.push(answer.insertedId);
    },
    refusal(({ real, person }) => request(real, person, days)),
  );

const cancels = (who: number, which: number): Step =>
  step(
    `cancels ${which}`,
    who,
    async ({ model, real, held, person }) => {
      const id = pick(model.ids, which);
      const own = held.appointments.find((each) => each.id === id);
      const answer = await ask(real, person, 'DELETE', `/api/appointments/${id}`);
      expect(answer.status).toBe(own?.paid ? 409 : 200);
      if (own?.paid) return;
      expect(await answer.json()).toEqual({ acknowledged: true, deletedCount: own ? 1 : 0 });
      held.appointments = held.appointments.filter((each) => each !== own);
    },
    refusal(({ model, real, person }) =>
      ask(real, person, 'DELETE', `/api/appointments/${pick(model.ids, which)}`),
    ),
  );

const moves = (who: number, which: number, days: number): Step =>
  step(
    `moves ${which} to day ${days}`,
    who,
    async ({ model, real, held, person }) => {
      const id = pick(model.ids, which);
      const date = dayAhead(days);
      const own = held.appointments.find((each) => each.id === id);
      const answer = await ask(real, person, 'PATCH', `/api/appointments/${id}`, { date });
      expect(answer.status).toBe(!own ? 404 : own.paid ? 409 : 200);
      if (!own || own.paid) return;
      const free = !held.appointments.some((each) => each !== own && each.date === date);
      expect(await answer.json()).toMatchObject({ success: free });
      if (free) own.date = date;
    },
    refusal(({ model, real, person }) =>
      ask(real, person, 'PATCH', `/api/appointments/${pick(model.ids, which)}`, { date: dayAhead(days) }),
    ),
  );

const pays = (who: number, which: number): Step =>
  step(
    `pays ${which}`,
    who,
    async ({ model, real, held, person }) => {
      const own = held.appointments.find(({ id }) => id === pick(model.ids, which));
      expect(await pay(real, person, pick(model.ids, which))).toBe(!own ? 404 : own.paid ? 409 : 200);
      if (own) own.paid = true;
    },
    async ({ model, real, person }) => {
      expect(await pay(real, person, pick(model.ids, which))).toBe(403);
    },
  );

const shares = (who: number): Step => {
  const share = (real: Real, person: Person) =>
    ask(real, person, 'POST', '/api/photo', { img: person.picture, title: 'Donors' });
  return step(
    'shares a photo',
    who,
    async ({ model, real, held, person }) => {
      const answer = await share(real, person);
      expect(answer.status).toBe(200);
      const { insertedId } = (await answer.json()) as { insertedId: string };
      // One photo per person and picture.
      if (held.photos.length > 0) return expect(held.photos).toEqual([insertedId]);
      held.photos.push(insertedId);
      model.photoIds.push(insertedId);
    },
    refusal(({ real, person }) => share(real, person)),
  );
};

const withdraws = (who: number, which: number): Step =>
  step(
    `deletes photo ${which}`,
    who,
    async ({ model, real, held, person }) => {
      const id = pick(model.photoIds, which);
      const own = held.photos.includes(id);
      expect((await ask(real, person, 'DELETE', `/api/photo/${id}`)).status).toBe(own ? 204 : 404);
      held.photos = held.photos.filter((each) => each !== id);
    },
    refusal(({ model, real, person }) =>
      ask(real, person, 'DELETE', `/api/photo/${pick(model.photoIds, which)}`),
    ),
  );

const leaves = (who: number): Step => {
  const leave = (real: Real, person: Person) => ask(real, person, 'DELETE', '/api/session');
  return step(
    'signs out',
    who,
    async ({ real, held, person }) => {
      expect((await leave(real, person)).status).toBe(204);
      held.signedIn = false;
    },
    refusal(({ real, person }) => leave(real, person)),
  );
};

const returns = (who: number): Step => {
  const run: Run = async ({ real, held, person }) => {
    person.token = (await real.house.exchange(person.member.email, person.member.idToken)).token;
    held.signedIn = true;
  };
  return step('signs in', who, run, run);
};

/** One of them; of none, an id that nobody has. */
const pick = (ids: string[], which: number): string =>
  ids.length === 0 ? '0193aa11-0000-7000-8000-000000000000' : (ids[which % ids.length] as string);

/** Few days and few ids: people meet. */
const who = fc.nat(1);
const day = fc.integer({ min: 1, max: 6 });
const which = fc.nat(9);

export const steps = [
  fc.tuple(who, day).map((drawn) => requests(...drawn)),
  fc.tuple(who, day).map((drawn) => requests(...drawn)),
  fc.tuple(who, which).map((drawn) => cancels(...drawn)),
  fc.tuple(who, which, day).map((drawn) => moves(...drawn)),
  fc.tuple(who, which).map((drawn) => pays(...drawn)),
  who.map(shares),
  fc.tuple(who, which).map((drawn) => withdraws(...drawn)),
  who.map(leaves),
  who.map(returns),
];
