import { systemClock as clock } from '#platform/time.ts';
import * as payments from '#server/features/payments/operator.ts';
import { type Command, createQueueOnlyOutbox, inDatabase } from './command.ts';
import { createLoggedCommand } from './logged-command.ts';

export const paymentCommands: Command[] = [
  [
    'payments',
    'lists open payments, failed refunds and disputes that need a decision',
    inDatabase(payments.listPaymentsToDecide),
  ],
  [
    'payments refund <transaction id>',
    'refunds a payment whose refund failed, or that is not recorded here',
    createLoggedCommand(({ db, withStaffLog }, id) =>
      payments.refundByOperator(db, { withStaffLog, clock, outbox: createQueueOnlyOutbox(db) }, id),
    ),
  ],
  [
    'payments resolve <transaction id>',
    'marks a payment as resolved, after you resolved it elsewhere',
    createLoggedCommand(({ withStaffLog }, id) => payments.resolveByOperator({ withStaffLog, clock }, id)),
  ],
  [
    'payments pause',
    'pauses automatic refunds, as after a restore',
    createLoggedCommand(({ withStaffLog }) => payments.pauseRefundsByOperator({ withStaffLog })),
  ],
  [
    'payments resume',
    'resumes automatic refunds',
    createLoggedCommand(({ db, withStaffLog }) =>
      payments.resumeRefundsByOperator({ withStaffLog, outbox: createQueueOnlyOutbox(db) }),
    ),
  ],
  [
    'payments <appointment or transaction id>',
    'prints the history of a payment',
    inDatabase(payments.describePayment),
  ],
];
