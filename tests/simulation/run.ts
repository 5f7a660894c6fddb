import { setTimeout as pause } from 'node:timers/promises';
import type { PlatformTables } from '#platform/database/schema/tables.ts';
import { hours, minutes, seconds } from '#platform/time.ts';
import { createPaymentIntent, runTab } from './actions.ts';
import type { Donor } from './donor.ts';
import {
  expectAlerted,
  expectCanceledCannotBePaid,
  expectInvariants,
  expectNoServerErrors,
  expectSettled,
} from './invariants.ts';
import type { Plan, Tab } from './plan.ts';
import { concurrentScheduler, type TaskScheduler } from './scheduler.ts';
import type { World } from './world.ts';

/** Runs a plan, lets the system recover, and checks the invariants. */
export async function runPlan(world: World, plan: Plan, scheduler: TaskScheduler): Promise<void> {
  const { simulation } = world;
  await world.reset(plan);
  const delayed = await runConcurrently(world, plan, scheduler);
  if (plan.faults.length === 0 && !plan.outage) expectNoServerErrors(world);
  simulation.note('recovery');
  const wasCharged = world.provider.wasUsed();
  // No browser requests or webhooks arrive: only the polling of open charges settles them.
  for (let round = 0; wasCharged && round < 6; round += 1) {
    world.time.now += seconds(5);
    await world.server().checkOpenPayments();
    await world.server().deliver();
  }
  if (wasCharged) await expectSettled(world);
  if (plan.retriesLater) await retryPayments(world, plan);

  for (const deliver of delayed) await deliver();
  await runJobs(world, minutes(2));
  if (wasCharged) await expectCanceledCannotBePaid(world);
  // Deliveries may cause further work.
  for (let later = hours(25); await runJobs(world, later); later = minutes(2));
  await expectInvariants(world);
  if (plan.faults.length === 0 && !plan.outage) await expectAlerted(world);
}

/** Expects that after the recovery a donor can pay, at the latest with the second attempt. */
async function retryPayments(world: World, { tabs }: Plan): Promise<void> {
  for (const { donor: donorIndex, appointment } of tabs.filter(
    (tab, index) => tabs.findIndex((candidate) => isSame(candidate, tab)) === index,
  )) {
    const donor = world.donors[donorIndex] as Donor;
    const state = { donor, appointmentId: [...donor.bookings.keys()][appointment] ?? '' };
    if ((await createPaymentIntent(world, state)) < 500) continue;
    world.acknowledged.failures.length = 0;
    await createPaymentIntent(world, state);
    expectNoServerErrors(world);
  }
}

const isSame = (a: Tab, b: Tab): boolean => a.donor === b.donor && a.appointment === b.appointment;

/** Runs all tabs and jobs. Returns the delayed webhook deliveries. */
async function runConcurrently(
  world: World,
  plan: Plan,
  scheduler: TaskScheduler,
): Promise<(() => Promise<unknown>)[]> {
  const { simulation, provider } = world;
  const delayed: (() => Promise<unknown>)[] = [];
  const webhookOutcomes = [...plan.webhookOutcomes];
  provider.webhook.receive = async (request) => {
    const outcome = webhookOutcomes.shift() ?? 'delivered';
    const payload = await request.text();
    const deliver = () => world.receive(payload, request.headers.get('stripe-signature') ?? '');
    simulation.note(`event ${JSON.parse(payload).type}: ${outcome}`);
    if (outcome === 'delayed') delayed.push(deliver);
    if (outcome === 'delayed' || outcome === 'lost') return new Response(null, { status: 200 });
    const [response] = await Promise.all([deliver(), outcome === 'duplicated' && deliver()]);
    return new Response(null, { status: response.status || 503 });
  };
  const { outage } = plan;
  simulation.start({
    scheduler,
    outage,
    faults: new Map(plan.faults.map(({ step, fault }) => [step, fault])),
    advanceClock: (ms) => (world.time.now += ms),
  });
  let tabsOpen = plan.tabs.length;
  /**
   * Runs `work` a number of times as scheduled. With the concurrent scheduler, repeats it while a tab is
   * open.
   */
  async function whileOpen(name: string, times: number, work: () => Promise<unknown>) {
    await repeat(world, name, times, work);
    while (scheduler === concurrentScheduler && times > 0 && tabsOpen > 0) {
      await pause(5);
      await work();
    }
  }
  await scheduler.waitFor(
    Promise.all([
      ...plan.tabs.map((tab, number) => runTab(world, number, tab).finally(() => (tabsOpen -= 1))),
      whileOpen(
        'provider',
        3 + plan.webhookOutcomes.length,
        async () => provider.wasUsed() && provider.outbox.deliver(),
      ),
      whileOpen('event reader', plan.jobRuns, () => world.server().readEvents()),
      ...Array.from({ length: plan.processes }, () => [
        whileOpen('outbox', plan.jobRuns, () => world.server().deliver()),
        whileOpen('reminders', Math.min(plan.jobRuns, 1), () => world.server().queueReminders()),
      ]).flat(),
      whileOpen('waiting lists', world.hasClinics ? plan.jobRuns : 0, () => world.server().offerSlots()),
      whileOpen('open payments', plan.jobRuns, () => world.server().checkOpenPayments()),
      whileOpen(
        'refund changes',
        Math.min(plan.jobRuns, 1),
        async () => provider.wasUsed() && provider.rejectRefunds(),
      ),
      whileOpen('stale payments', Math.min(plan.jobRuns, 1), () => world.server().expireStalePayments()),
    ]),
  );
  // The delivery job ends with its first failure. Wait for the other deliveries as well.
  await scheduler.waitIdle();
  simulation.start(undefined);
  return delayed;
}

async function repeat(world: World, name: string, times: number, work: () => Promise<unknown>) {
  for (let n = 0; n < times; n += 1) {
    await world.simulation.waitForTask(name);
    world.time.now += seconds(1);
    world.simulation.note(name);
    await work();
  }
}

/** Runs all jobs. Returns whether deliveries may have caused more work. */
async function runJobs(world: World, later: number): Promise<boolean> {
  world.time.now += later;
  const { provider } = world;
  if (provider.wasUsed()) await provider.rejectRefunds();
  await world.server().checkOpenPayments();
  await world.server().expireStalePayments();
  await world.server().queueReminders();
  await world.server().offerSlots();
  const delivered = (await world.server().deliver()) ?? 0;
  // Reading the event list takes at least one call for every six hours, so skip it when there are no new
  // events.
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
