import fc from 'fast-check';
import type { ClinicAction } from './clinics.ts';
import type { WebhookOutcome } from './provider.ts';
import { type Fault, faults, providerErrors } from './scheduler.ts';

/** An action of a donor in one tab. There are few days, so that requests conflict. */
export type Action =
  | ClinicAction
  | 'request day 4'
  | 'request day 5'
  | 'resend the form'
  | 'move to day 2'
  | 'move to day 4'
  | 'move to day 5'
  | 'cancel'
  | "cancel another donor's"
  | 'list'
  | 'share a photo'
  | 'delete the photo'
  | 'sign out'
  | 'sign in'
  | 'delete the account'
  | 'open'
  | 'pay'
  | 'pay with a declined card'
  | 'pay with a card whose refunds fail'
  | 'pay with a disputing card'
  | 'pay with authentication'
  | 'accept at the bank'
  | 'refuse at the bank'
  | 'save'
  | 'refund as operator';

/** A tab of one of three donors. Each donor has an appointment tomorrow and one the day after. */
export type Tab = { donor: 0 | 1 | 2; appointment: 0 | 1; actions: Action[] };

export type Plan = {
  tabs: Tab[];
  faults: { step: number; fault: Fault }[];
  /** Steps during which the card provider is unreachable. */
  outage: { from: number; until: number } | undefined;
  /** Outcome of each webhook, in the order in which the provider sends them. */
  webhookOutcomes: WebhookOutcome[];
  /** How often each job runs during the actions. */
  jobRuns: number;
  /** Number of server processes. Requests and jobs alternate between them. */
  processes: 1 | 2;
  /** Whether another site uses the same account at the provider. */
  hasOtherSite: boolean;
  /** Whether donors retry after the recovery. */
  retriesLater: boolean;
};

type WeightedActions = [weight: number, actions: Action[]];
const payments: WeightedActions[] = [
  [6, ['open', 'pay', 'save']],
  [6, ['open', 'pay']],
  [3, ['open']],
  [3, ['pay']],
  [3, ['save']],
  [5, ['cancel']],
  [3, ['delete the account']],
  [2, ['refund as operator']],
  [3, ['pay', 'refund as operator', 'save']],
  [2, ['pay with a declined card']],
  [2, ['pay with a card whose refunds fail']],
  [1, ['pay with a card whose refunds fail', 'refund as operator']],
  [1, ['pay with a disputing card']],
  [2, ['pay with authentication', 'accept at the bank']],
  [1, ['pay with authentication', 'refuse at the bank']],
  [1, ['accept at the bank']],
  [2, ['move to day 4']],
  [1, ['list']],
  [1, ['sign out']],
];
const bookings: WeightedActions[] = [
  [5, ['request day 4']],
  [3, ['request day 5']],
  [5, ['request day 4', 'resend the form']],
  [3, ['request day 5', 'resend the form', 'resend the form']],
  [3, ['resend the form']],
  [2, ['move to day 2']],
  [3, ['move to day 4']],
  [3, ['move to day 5']],
  [4, ['cancel']],
  [1, ["cancel another donor's"]],
  [4, ['list']],
  [2, ['share a photo']],
  [1, ['share a photo', 'delete the photo']],
  [2, ['sign out', 'list', 'sign in']],
  [1, ['sign out']],
  [2, ['sign in']],
  [1, ['delete the account']],
  [1, ['open', 'pay', 'save']],
];
/** The clinic has one slot a day. At the same time, a coordinator closes and changes days. */
const clinics: WeightedActions[] = [
  [6, ['request a slot']],
  [2, ['request a slot on day 5']],
  [2, ['request six more slots']],
  [6, ['request a slot', 'join the waiting list']],
  [4, ['join the waiting list', 'take the held slot']],
  [5, ['take the held slot']],
  [2, ['leave the waiting list']],
  [3, ['let the holds end']],
  [5, ['cancel']],
  [2, ['move to day 5']],
  [1, ['move to day 4']],
  [4, ['close day 4']],
  [3, ['close day 4', 'take another slot']],
  [3, ['take another slot']],
  [2, ['decline']],
  [2, ['cancel as center']],
  [2, ['cancel as center', 'move to day 5']],
  [3, ['open day 4']],
  [2, ['remove clinics on day 4']],
  [2, ['add clinics on day 4']],
  [1, ['open', 'pay', 'save']],
  [2, ['open', 'pay', 'save', 'close day 4', 'take another slot']],
  [1, ['delete the account']],
  [1, ['list']],
];
const anyActions = (choices: WeightedActions[]): fc.Arbitrary<Action[]> =>
  fc.oneof(...choices.map(([weight, actions]) => ({ weight, arbitrary: fc.constant(actions) })));

const anyTab = (
  first: Action[],
  choices: WeightedActions[],
  donors: readonly Tab['donor'][] = [0, 0, 0, 0, 1],
): fc.Arbitrary<Tab> =>
  fc.record({
    donor: fc.constantFrom<Tab['donor']>(...donors),
    appointment: fc.constantFrom<Tab['appointment']>(0, 0, 0, 1),
    actions: fc
      .array(anyActions(choices), { minLength: 1, maxLength: 3 })
      .map((rest): Action[] => [...first, ...rest.flat()]),
  });

const anyOutage = fc
  .record({ from: fc.nat({ max: 30 }), length: fc.integer({ min: 5, max: 25 }) })
  .map(({ from, length }) => ({ from, until: from + length }));

/** `steps`: the approximate number of steps of most schedules. Faults occur in these steps. */
const anyPlanOf = (tab: fc.Arbitrary<Tab>, steps: number): fc.Arbitrary<Plan> =>
  fc.record({
    tabs: fc.array(tab, { minLength: 1, maxLength: 3 }),
    faults: fc.uniqueArray(
      fc.record({ step: fc.nat({ max: steps }), fault: fc.constantFrom(...faults, ...providerErrors) }),
      { maxLength: 5, selector: ({ step }) => step },
    ),
    outage: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: anyOutage }),
    webhookOutcomes: fc.array(fc.constantFrom<WebhookOutcome>('delivered', 'lost', 'duplicated', 'delayed'), {
      maxLength: 8,
    }),
    jobRuns: fc.nat({ max: 3 }),
    processes: fc.constantFrom(1, 2),
    hasOtherSite: fc.boolean(),
    retriesLater: fc.boolean(),
  });

/** Plans in which donors pay. */
export const anyPayments = anyPlanOf(anyTab(['open'], payments), 60);
/** Plans in which donors request, move and cancel appointments. Some of these donors pay. */
export const anyBookings = anyPlanOf(anyTab([], bookings), 30).map((plan) => ({
  ...plan,
  retriesLater: false,
}));
/** Plans in which donors compete for the slots of a clinic, for a world with clinics. */
export const anyClinics = anyPlanOf(anyTab(['request a slot'], clinics, [0, 1, 2]), 60).map((plan) => ({
  ...plan,
  // A stall ends the leases of emails that are being sent, which `anyReminders` covers.
  faults: plan.faults.filter(({ fault }) => fault !== 'stalled'),
  hasOtherSite: false,
  retriesLater: false,
}));
/** Plans in which a slot is held for one donor while another requests it. */
export const anyHolds: fc.Arbitrary<Plan> = anyClinics.map((plan) => ({
  ...plan,
  faults: [],
  outage: undefined,
  tabs: [
    { donor: 0, appointment: 0, actions: ['request a slot', 'list', 'cancel'] },
    {
      donor: 1,
      appointment: 0,
      actions: ['request a slot', 'join the waiting list', 'list', 'take the held slot'],
    },
    { donor: 2, appointment: 0, actions: ['list', 'list', 'request a slot', 'request a slot'] },
  ],
}));
/** Plans in which the hold of a slot ends. In `anyClinics` that is so rare that 300 plans may have none. */
export const anyEndedHolds: fc.Arbitrary<Plan> = anyHolds.map((plan) => ({
  ...plan,
  tabs: [
    { donor: 0, appointment: 0, actions: ['request a slot', 'cancel'] },
    { donor: 1, appointment: 0, actions: ['request a slot', 'join the waiting list'] },
    { donor: 2, appointment: 0, actions: ['list', 'list', 'let the holds end'] },
  ],
}));
export const anyPlan = fc.oneof({ weight: 1, arbitrary: anyPayments }, { weight: 5, arbitrary: anyBookings });

/**
 * Payment plans with a cancellation by a tab that has not opened the payment page. Another tab's charge may
 * then be paid after its appointment is gone. In `anyPayments` refunds are so rare that 300 plans may have
 * none.
 */
export const anyPlanWithCancellation: fc.Arbitrary<Plan> = anyPayments.map((plan) => ({
  ...plan,
  tabs: [...plan.tabs, { donor: 0, appointment: 0, actions: ['cancel'] }],
}));

/** Plans in which two processes deliver reminders and stall. */
export const anyReminders: fc.Arbitrary<Plan> = anyBookings.map((plan) => ({
  ...plan,
  tabs: [{ donor: 0, appointment: 0, actions: ['list'] }],
  processes: 2,
  jobRuns: 3,
  outage: undefined,
  faults: plan.faults.map(({ step }) => ({ step: step % 15, fault: 'stalled' })),
}));

/** Plans in which a form is resent, often after a missing response. */
export const anyResent: fc.Arbitrary<Plan> = anyBookings.map((plan) => ({
  ...plan,
  tabs: [{ donor: 0, appointment: 0, actions: ['request day 4', 'resend the form', 'list'] }],
  faults: plan.faults.map(({ step, fault }) => ({ step: step % 8, fault })),
}));

/** A plan without faults, to which tests add tabs and webhooks. */
export const PLAIN_PLAN: Omit<Plan, 'tabs' | 'webhookOutcomes'> = {
  faults: [],
  outage: undefined,
  jobRuns: 2,
  processes: 1,
  hasOtherSite: false,
  retriesLater: true,
};
