import { systemClock as clock } from '#platform/time.ts';
import * as payments from '#server/features/payments/operator.ts';
import { type Command, inDatabase, outboxOf } from './command.ts';
import { recordedCommand } from './operator-change.ts';

export const paymentCommands: Command[] = [
  [
    'payments',
    'lists open payments, failed refunds and disputes that need a decision',
    inDatabase(payments.listPaymentsToDecide),
  ],
  [
    'payments refund <transaction id>',
    'refunds a payment whose refund failed, or that is not recorded here',
    recordedCommand(({ db, change }, id) =>
      payments.refundByOperator(db, { change, clock, outbox: outboxOf(db) }, id),
    ),
  ],
  [
    'payments resolve <transaction id>',
    'marks a payment as resolved, after you resolved it elsewhere',
    recordedCommand(({ change }, id) => payments.resolveByOperator({ change, clock }, id)),
  ],
  [
    'payments pause',
    'holds automatic refunds, as after a restore',
    recordedCommand(({ change }) => payments.pauseRefundsByOperator({ change })),
  ],
  [
    'payments resume',
    'resumes automatic refunds',
    recordedCommand(({ db, change }) => payments.resumeRefundsByOperator({ change, outbox: outboxOf(db) })),
  ],
  [
    'payments <appointment or transaction id>',
    'prints the history of a payment',
    inDatabase(payments.describePayment),
  ],
];
