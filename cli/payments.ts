import { systemClock as clock } from '#platform/time.ts';
import * as payments from '#server/features/payments/administration.ts';
import { type Command, inDatabase, outboxOf } from './command.ts';

export const paymentCommands: Command[] = [
  [
    'payments',
    'lists open payments, failed refunds and disputes that need a decision',
    inDatabase(payments.listPaymentsToDecide),
  ],
  [
    'payments refund <transaction id>',
    'refunds a payment whose refund failed, or that is not recorded here',
    inDatabase((db, id) => payments.refundByOperator(db, { clock, outbox: outboxOf(db) }, id)),
  ],
  [
    'payments resolve <transaction id>',
    'marks a payment as resolved, after you resolved it elsewhere',
    inDatabase((db, id) => payments.resolveByOperator(db, clock, id)),
  ],
  [
    'payments hold',
    'holds automatic refunds, as after a restore',
    inDatabase(payments.holdRefundsByOperator),
  ],
  [
    'payments release',
    'resumes automatic refunds',
    inDatabase((db) => payments.releaseRefunds(db, { outbox: outboxOf(db) })),
  ],
  [
    'payments <appointment or transaction id>',
    'prints the history of a payment',
    inDatabase(payments.describePayment),
  ],
];
