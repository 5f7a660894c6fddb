import { setTimeout as pause } from 'node:timers/promises';
import type { PlatformTables } from '#platform/database/schema/tables.ts';
import { hours, minutes, seconds } from '#platform/time.ts';
import { createPaymentIntent, playTab } from './actions.ts';
import type { Donor } from './donor.ts';
import { expectCancelledEnded, expectInvariants, expectNothingFailed, expectSettled } from './invariants.ts';
import type { Plan, Tab } from './plan.ts';
import { atOnce, type Turns } from './scheduler.ts';
import type { World } from './world.ts';

/** Plays a plan, lets everything recover, and holds what is then against what must be. */
export async function play(world: World, plan: Plan, scheduler: Turns): Promise<void> {
  const { stage } = world;
  await world.renew(plan);
  const late = await perform(world, plan, scheduler);
  if (plan.faults.length === 0 && !plan.outage) expectNothingFailed(world);
  stage.note('recovery');
  const charged = world.provider.wasUsed();
  // Nothing comes from outside: browser and webhooks are silent, and the looks at open charges alone have to do.
  for (let round = 0; charged && round < 6; round += 1) {
    world.time.now += seconds(5);
    await world.server().lookAtOpen();
    await world.server().deliver();
  }
  if (charged) await expectSettled(world);
  if (plan.comesBack) await comeBack(world, plan);

  for (const deliver of late) await deliver();
  await runJobs(world, minutes(2));
  if (charged) await expectCancelledEnded(world);
  // What is delivered may have more to follow.
  for (let later = hours(25); await runJobs(world, later); later = minutes(2));
  await expectInvariants(world);
}

/** What a bad day has left behind takes one try at most: who tries again can pay. */
async function comeBack(world: World, { tabs }: Plan): Promise<void> {
  for (const { donor: who, of } of tabs.filter(
    (tab, at) => tabs.findIndex((each) => isSame(each, tab)) === at,
  )) {
    const donor = world.donors[who] as Donor;
    const memory = { donor, appointmentId: [...donor.bookings.keys()][of] ?? '' };
    if ((await createPaymentIntent(world, memory)) < 500) continue;
    world.told.failures.length = 0;
    await createPaymentIntent(world, memory);
    expectNothingFailed(world);
  }
}

const isSame = (a: Tab, b: Tab): boolean => a.donor === b.donor && a.of === b.of;

/** Gives the deliveries of the events that were held back. */
async function perform(world: World, plan: Plan, scheduler: Turns): Promise<(() => Promise<unknown>)[]> {
  const { stage, provider } = world;
  const late: (() => Promise<unknown>)[] = [];
  const fates = [...plan.fates];
  provider.post.event = async (request) => {
    const fate = fates.shift() ?? 'delivered';
    const payload = await request.text();
    const deliver = () => world.receive(payload, request.headers.get('stripe-signature') ?? '');
    stage.note(`event ${JSON.parse(payload).type}: ${fate}`);
    if (fate === 'late') late.push(deliver);
    if (fate === 'late' || fate === 'lost') return new Response(null, { status: 200 });
    const [answer] = await Promise.all([deliver(), fate === 'doubled' && deliver()]);
    return new Response(null, { status: answer.status || 503 });
  };
  const { outage } = plan;
  stage.begin({
    scheduler,
    outage,
    faults: new Map(plan.faults.map(({ step, fault }) => [step, fault])),
    pass: (ms) => (world.time.now += ms),
  });
  let tabsOpen = plan.tabs.length;
  /** In turns so often; where everything happens at once, for as long as somebody is there. */
  async function whileOpen(name: string, times: number, work: () => Promise<unknown>) {
    await repeat(world, name, times, work);
    while (scheduler === atOnce && times > 0 && tabsOpen > 0) {
      await pause(5);
      await work();
    }
  }
  await scheduler.waitFor(
    Promise.all([
      ...plan.tabs.map((tab, number) => playTab(world, number, tab).finally(() => (tabsOpen -= 1))),
      whileOpen(
        'provider',
        3 + plan.fates.length,
        async () => provider.wasUsed() && provider.outbox.deliver(),
      ),
      whileOpen('reconciler', plan.rounds, () => world.server().readEvents()),
      ...Array.from({ length: plan.processes }, () => [
        whileOpen('outbox', plan.rounds, () => world.server().deliver()),
        whileOpen('reminders', Math.min(plan.rounds, 1), () => world.server().remind()),
      ]).flat(),
      whileOpen('looks', plan.rounds, () => world.server().lookAtOpen()),
      whileOpen(
        'refunds change',
        Math.min(plan.rounds, 1),
        async () => provider.wasUsed() && provider.changeRefunds(),
      ),
      whileOpen('stale', Math.min(plan.rounds, 1), () => world.server().giveUp()),
    ]),
  );
  // A round of deliveries ends with the first that fails; the others come to their end too.
  await scheduler.waitIdle();
  stage.begin(undefined);
  return late;
}

async function repeat(world: World, name: string, times: number, work: () => Promise<unknown>) {
  for (let n = 0; n < times; n += 1) {
    await world.stage.turn(name);
    world.time.now += seconds(1);
    world.stage.note(name);
    await work();
  }
}

/** Gives whether what was delivered may have more to follow. */
async function runJobs(world: World, later: number): Promise<boolean> {
  world.time.now += later;
  const { provider } = world;
  if (provider.wasUsed()) await provider.changeRefunds();
  await world.server().lookAtOpen();
  await world.server().giveUp();
  await world.server().remind();
  const delivered = (await world.server().deliver()) ?? 0;
  // Each read of the list asks Stripe's package at least once for every six hours: where nothing is new it finds nothing.
  const newest = await provider.countEvents();
  if (newest !== world.eventsRead) await world.server().readEvents();
  world.eventsRead = newest;
  return (provider.wasUsed() && delivered > 0) || (await isWaiting(world));
}

const isWaiting = async ({ server }: World): Promise<boolean> =>
  (
    await server()
      .db.withTables<PlatformTables>()
      .selectFrom('platform_outbox')
      .select('id')
      .limit(1)
      .execute()
  ).length > 0;
