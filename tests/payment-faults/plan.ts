import fc from 'fast-check';
import type { Fate } from './provider.ts';
import { badAnswers, type Fault, faults } from './stage.ts';

/** What a donor does in one tab. */
export type Action =
  | 'open'
  | 'pay'
  | 'pay with a refused card'
  | 'pay with a card that takes no refund'
  | 'pay with a card that disputes'
  | 'be asked by the bank'
  | 'accept at the bank'
  | 'refuse at the bank'
  | 'save'
  | 'cancel'
  | 'move the day'
  | 'look at it'
  | 'be given it back by the operator'
  | 'delete the account';

/** A tab on one of the donor's two appointments. */
export type Tab = { of: 0 | 1; actions: Action[] };

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

/** What is done in one go, and how often beside the others. */
const habits: [weight: number, actions: Action[]][] = [
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
  [2, ['move the day']],
  [1, ['look at it']],
];
const habit = fc.oneof(...habits.map(([weight, actions]) => ({ weight, arbitrary: fc.constant(actions) })));

const anyOutage = fc
  .record({ from: fc.nat({ max: 30 }), length: fc.integer({ min: 5, max: 25 }) })
  .map(({ from, length }) => ({ from, until: from + length }));

export const anyPlan: fc.Arbitrary<Plan> = fc.record({
  tabs: fc.array(
    fc.record({
      of: fc.constantFrom<Tab['of']>(0, 0, 0, 1),
      actions: fc
        .array(habit, { minLength: 1, maxLength: 3 })
        .map((rest): Action[] => ['open', ...rest.flat()]),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  faults: fc.uniqueArray(
    fc.record({ step: fc.nat({ max: 60 }), fault: fc.constantFrom(...faults, ...badAnswers) }),
    { maxLength: 5, selector: ({ step }) => step },
  ),
  outage: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: anyOutage }),
  fates: fc.array(fc.constantFrom<Fate>('delivered', 'lost', 'doubled', 'late'), { maxLength: 8 }),
  rounds: fc.nat({ max: 3 }),
  processes: fc.constantFrom(1, 2),
  neighbour: fc.boolean(),
  comesBack: fc.boolean(),
});

/**
 * Plans in which somebody cancels without having opened the payment page: a charge that another tab begins meanwhile can
 * be paid after its appointment is gone. With `anyPlan` alone money has to go back so rarely that 300 plans may miss it.
 */
export const anyPlanWithCancellation: fc.Arbitrary<Plan> = anyPlan.map((plan) => ({
  ...plan,
  tabs: [...plan.tabs, { of: 0, actions: ['cancel'] }],
}));
