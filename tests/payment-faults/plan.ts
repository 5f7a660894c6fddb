import fc from 'fast-check';
import type { Fate } from './provider.ts';
import { type Fault, faults } from './stage.ts';

/** What a donor does in one tab. */
export const actions = [
  'open',
  'pay',
  'pay with a refused card',
  'be asked by the bank',
  'accept at the bank',
  'refuse at the bank',
  'save',
  'cancel',
  'look at the list',
  'be given it back by the operator',
] as const;
export type Action = (typeof actions)[number];

export type Plan = {
  /** Each is a tab of its own, all on one appointment. */
  tabs: Action[][];
  faults: { step: number; fault: Fault }[];
  /** Of the events in the order in which the provider sends them. */
  fates: Fate[];
  /** How often the server's jobs have their turn meanwhile. */
  rounds: number;
};

const action = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<Action>('open') },
  { weight: 4, arbitrary: fc.constantFrom<Action>('pay') },
  { weight: 4, arbitrary: fc.constantFrom<Action>('save') },
  { weight: 2, arbitrary: fc.constantFrom<Action>('cancel') },
  { weight: 2, arbitrary: fc.constantFrom<Action>('pay with a refused card', 'look at the list') },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Action>('be asked by the bank', 'accept at the bank', 'refuse at the bank'),
  },
  { weight: 1, arbitrary: fc.constantFrom<Action>('be given it back by the operator') },
);

export const anyPlan: fc.Arbitrary<Plan> = fc.record({
  tabs: fc.array(
    fc.array(action, { minLength: 1, maxLength: 5 }).map((rest) => ['open' as Action, ...rest]),
    { minLength: 1, maxLength: 3 },
  ),
  faults: fc.uniqueArray(fc.record({ step: fc.nat({ max: 45 }), fault: fc.constantFrom(...faults) }), {
    maxLength: 5,
    selector: ({ step }) => step,
  }),
  fates: fc.array(fc.constantFrom<Fate>('delivered', 'lost', 'doubled', 'late'), { maxLength: 8 }),
  rounds: fc.nat({ max: 3 }),
});
