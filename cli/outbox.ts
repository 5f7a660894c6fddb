import type { Database } from '#platform/database/open.ts';
import type { PlatformTables, RejectedMessageRow } from '#platform/database/schema/tables.ts';
import { SetupError } from '#platform/errors.ts';
import { listRejected } from '#platform/jobs/outbox-rejected.ts';
import type { Tables } from '#server/db/tables.ts';
import {
  describeMessage,
  dropMessages,
  resendMessages,
} from '#server/features/site-administration/messages.ts';
import type { AddressDeps } from '#server/features/users/rules.ts';
import type { WithStaffLog } from '#server/http/with-staff-log.ts';
import { getIdentityAccounts } from '../app/integrations/identity-accounts.ts';
import { type Command, inDatabase } from './command.ts';
import { createLoggedCommand } from './logged-command.ts';

type Operator = { withStaffLog: WithStaffLog; accounts: AddressDeps['accounts'] };
const MAX_LISTED = 100;

export const outboxCommands: Command[] = [
  ['outbox', 'lists emails and text messages that were rejected', inDatabase(listRejectedMessages)],
  [
    'outbox resend <message id | all>',
    'sends rejected messages again',
    createLoggedCommand(({ db, withStaffLog, config }, id) =>
      resendRejected(db, { withStaffLog, accounts: getIdentityAccounts(config) }, id ?? ''),
    ),
  ],
  [
    'outbox drop <message id | all>',
    'deletes rejected messages',
    createLoggedCommand(({ withStaffLog, config }, id) =>
      dropRejected({ withStaffLog, accounts: getIdentityAccounts(config) }, id ?? ''),
    ),
  ],
];

/**
 * Lists rejected messages, oldest first, without their contents, because their links and codes may still
 * work.
 */
export async function listRejectedMessages(database: Database): Promise<string> {
  const rows = await listRejected(database.withTables<PlatformTables>(), MAX_LISTED + 1);
  if (rows.length === 0) return 'No message was rejected.';
  const title = rows.length > MAX_LISTED ? `Rejected messages, the first ${MAX_LISTED}` : 'Rejected messages';
  return [`${title}:`, ...rows.slice(0, MAX_LISTED).map(toLine)].join('\n');
}

/**
 * Queues one or all rejected messages again.
 * @throws SetupError if there is no message with this id
 */
export async function resendRejected(
  db: Database,
  { withStaffLog, accounts }: Operator,
  id: string,
): Promise<string> {
  const count = await resendMessages({ db: db.withTables<Tables>(), accounts }, withStaffLog, oneOf(id));
  return `${countOf(id, count)} queued again. A running site sends within seconds, any other at its next start.`;
}

/**
 * Deletes one or all rejected messages.
 * @throws SetupError if there is no message with this id
 */
export async function dropRejected({ withStaffLog, accounts }: Operator, id: string): Promise<string> {
  return `${countOf(id, await dropMessages({ accounts }, withStaffLog, oneOf(id)))} deleted.`;
}

const oneOf = (id: string): [string] | 'all' => (id === 'all' ? 'all' : [id]);

function countOf(id: string, count: number): string {
  if (count === 0 && id !== 'all') throw new SetupError(`There is no rejected message ${id}.`);
  return count === 1 ? '1 message' : `${count} messages`;
}

function toLine(row: RejectedMessageRow): string {
  const { id, kind, reason, rejected_at, expires_at } = row;
  const { recipient, subject } = describeMessage(row);
  return [
    id,
    kind,
    `rejected ${instant(rejected_at)}`,
    `stored until ${instant(expires_at)}`,
    ...(recipient === undefined ? [] : [`to ${printable(recipient)}`]),
    ...(subject === undefined ? [] : [printable(subject)]),
    reason,
  ].join('  ');
}

/**
 * Quotes the text. Replaces control characters with spaces, so that they cannot reach the operator's
 * terminal.
 */
const printable = (text: string): string =>
  JSON.stringify(text.replace(/(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]/gu, ' '));

const instant = (ms: number): string => new Date(ms).toISOString();
