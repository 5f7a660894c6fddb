import fc from 'fast-check';
import type { Fate } from './provider.ts';
import { badResponses, type Fault, faults } from './scheduler.ts';

/** What a donor does in one tab. Few days, so that requests meet. */
export type Action =
  | 'request day 4'
  | 'request day 5'
  | 'send the form again'
  | 'move to day 2'
  | 'move to day 4'
  | 'move to day 5'
  | 'cancel'
  | "cancel somebody else's"
  | 'list'
  | 'share a photo'
  | 'delete the photo'
  | 'sign out'
  | 'sign in'
  | 'delete the account'
  | 'open'
  | 'pay'
  | 'pay with a refused card'
  | 'pay with a card that takes no refund'
  | 'pay with a card that disputes'
  | 'be asked by the bank'
  | 'accept at the bank'
  | 'refuse at the bank'
  | 'save'
  | 'be given it back by the operator';

/** A tab of one of two donors, each of whom has an appointment tomorrow and one on the day after. */
export type Tab = { donor: 0 | 1; of: 0 | 1; actions: Action[] };

export type Plan = {
  tabs: Tab[];
  faults: { step: number; fault: Fault }[];
  /** Steps between which the card provider is away. */
  outage: { from: number; until: number } | undefined;
  /** Of the events in the order in which the provider sends them. */
  fates: Fate[];
  /** How often the server's jobs have their turn meanwhile. */
  rounds: number;
  /** How many processes of the server run; requests and jobs go to one after the other. */
  processes: 1 | 2;
  /** Whether another site uses the same account at the provider. */
  neighbour: boolean;
  /** Whether the donor tries again once everything is back. */
  comesBack: boolean;
};

type Habit = [weight: number, actions: Action[]];
/** What is done in one go, and how often beside the others. */
const payments: Habit[] = [
  [6, ['open', 'pay', 'save']],
  [6, ['open', 'pay']],
  [3, ['open']],
  [3, ['pay']],
  [3, ['save']],
  [5, ['cancel']],
  [3, ['delete the account']],
  [2, ['be given it back by the operator']],
  [3, ['pay', 'be given it back by the operator', 'save']],
  [2, ['pay with a refused card']],
  [2, ['pay with a card that takes no refund']],
  [1, ['pay with a card that takes no refund', 'be given it back by the operator']],
  [1, ['pay with a card that disputes']],
  [2, ['be asked by the bank', 'accept at the bank']],
  [1, ['be asked by the bank', 'refuse at the bank']],
  [1, ['accept at the bank']],
  [2, ['move to day 4']],
  [1, ['list']],
  [1, ['sign out']],
];
const bookings: Habit[] = [
  [5, ['request day 4']],
  [3, ['request day 5']],
  [5, ['request day 4', 'send the form again']],
  [3, ['request day 5', 'send the form again', 'send the form again']],
  [3, ['send the form again']],
  [2, ['move to day 2']],
  [3, ['move to day 4']],
  [3, ['move to day 5']],
  [4, ['cancel']],
  [1, ["cancel somebody else's"]],
  [4, ['list']],
  [2, ['share a photo']],
  [1, ['share a photo', 'delete the photo']],
  [2, ['sign out', 'list', 'sign in']],
  [1, ['sign out']],
  [2, ['sign in']],
  [1, ['delete the account']],
  [1, ['open', 'pay', 'save']],
];
const habitOf = (habits: Habit[]): fc.Arbitrary<Action[]> =>
  fc.oneof(...habits.map(([weight, actions]) => ({ weight, arbitrary: fc.constant(actions) })));

const anyTab = (first: Action[], habits: Habit[]): fc.Arbitrary<Tab> =>
  fc.record({
    donor: fc.constantFrom<Tab['donor']>(0, 0, 0, 0, 1),
    of: fc.constantFrom<Tab['of']>(0, 0, 0, 1),
    actions: fc
      .array(habitOf(habits), { minLength: 1, maxLength: 3 })
      .map((rest): Action[] => [...first, ...rest.flat()]),
  });

const anyOutage = fc
  .record({ from: fc.nat({ max: 30 }), length: fc.integer({ min: 5, max: 25 }) })
  .map(({ from, length }) => ({ from, until: from + length }));

/** Most schedules have about so many `steps`, in which faults may hit. */
const anyPlanOf = (tab: fc.Arbitrary<Tab>, steps: number): fc.Arbitrary<Plan> =>
  fc.record({
    tabs: fc.array(tab, { minLength: 1, maxLength: 3 }),
    faults: fc.uniqueArray(
      fc.record({ step: fc.nat({ max: steps }), fault: fc.constantFrom(...faults, ...badResponses) }),
      { maxLength: 5, selector: ({ step }) => step },
    ),
    outage: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: anyOutage }),
    fates: fc.array(fc.constantFrom<Fate>('delivered', 'lost', 'doubled', 'late'), { maxLength: 8 }),
    rounds: fc.nat({ max: 3 }),
    processes: fc.constantFrom(1, 2),
    neighbour: fc.boolean(),
    comesBack: fc.boolean(),
  });

/** Donors who pay. */
export const anyPayments = anyPlanOf(anyTab(['open'], payments), 60);
/** Donors who request, move and cancel; some of them pay. */
export const anyBookings = anyPlanOf(anyTab([], bookings), 30).map((plan) => ({ ...plan, comesBack: false }));
export const anyPlan = fc.oneof({ weight: 1, arbitrary: anyPayments }, { weight: 5, arbitrary: anyBookings });

/**
 * Plans in which somebody cancels without having opened the payment page: a charge that another tab begins meanwhile can
 * be paid after its appointment is gone. With `anyPayments` alone money has to go back so rarely that 300 plans may miss it.
 */
export const anyPlanWithCancellation: fc.Arbitrary<Plan> = anyPayments.map((plan) => ({
  ...plan,
  tabs: [...plan.tabs, { donor: 0, of: 0, actions: ['cancel'] }],
}));

/** Plans in which two processes deliver reminders and stand still meanwhile. */
export const anyReminders: fc.Arbitrary<Plan> = anyBookings.map((plan) => ({
  ...plan,
  tabs: [{ donor: 0, of: 0, actions: ['list'] }],
  processes: 2,
  rounds: 3,
  outage: undefined,
  faults: plan.faults.map(({ step }) => ({ step: step % 15, fault: 'slow' })),
}));

/** Plans in which a form is sent again after what was often no response. */
export const anyResent: fc.Arbitrary<Plan> = anyBookings.map((plan) => ({
  ...plan,
  tabs: [{ donor: 0, of: 0, actions: ['request day 4', 'send the form again', 'list'] }],
  faults: plan.faults.map(({ step, fault }) => ({ step: step % 8, fault })),
}));
