import type { ContentKind } from './site-content.ts';
import type { StaffRole } from './staff-access.ts';
import type { ModerationDecision, ModerationKind } from './staff-moderation.ts';
import type { AppointmentStatus } from './values.ts';

type SeriesAction = `${'add' | 'change' | 'remove'} series`;
/** Changes of clinics, each of which can be previewed. `close` names the day. */
export type ClinicAction = SeriesAction | `close ${string}`;

/** An action with a day or a role in its name. */
type ActionWithDay = `${'' | 'preview '}close ${string}` | `message ${string}`;
type ActionWithRole = `${'grant' | 'revoke' | 'invite' | 'withdraw' | 'join as'} ${StaffRole}`;

type Center = 'add center' | 'change center' | 'import center' | 'preview import' | 'open';
type Clinics = `${'' | 'preview '}${SeriesAction}`;
type CheckIn = 'view appointments' | 'add walk-in' | `record ${AppointmentStatus}`;
type Unconfirmed = 'view unconfirmed' | 'cancel unconfirmed';
type FollowUp = 'view closings' | 'call donor' | `${'move' | 'cancel' | 'refund'} appointment`;
type Accounts =
  | `${'view' | 'disable' | 'enable' | 'sign out' | 'export' | 'delete'} account`
  | `${'request' | 'withdraw'} deletion`
  | 'confirm address'
  | 'send confirmation'
  | 'remove verification methods'
  | 'end shift';
type Donations = 'import donations' | 'erase imported donations';
type Payments =
  | 'view payments'
  | `${'view' | 'refund' | 'resolve'} payment`
  | `${'pause' | 'resume'} refunds`;
type Requests =
  | 'view requests'
  | `${'approve' | 'refuse' | 'correct'} request`
  | 'record given'
  | 'set need'
  | 'set request rules';
type Operation =
  | `${'set' | 'test' | 'remove'} email server`
  | 'view rejected messages'
  | `${'resend' | 'delete'} messages`
  | 'start backup'
  | 'prune log'
  | 'restore';

/** Decisions of moderators. Some combinations of a decision and a kind do not exist. */
export type ModerationAction =
  | `${'' | 'undo '}${ModerationDecision} ${ModerationKind}`
  | `${ModerationDecision} ${ModerationKind} after objection`;

/** Changes of what the site shows of its owner's content. */
export type ContentAction = `${'publish' | 'schedule' | 'restore' | 'delete' | 'order'} ${ContentKind}`;

/** An action without a day, a role or a kind of content in its name. */
export type NamedAction =
  | Center
  | Clinics
  | CheckIn
  | Unconfirmed
  | FollowUp
  | Accounts
  | Donations
  | Payments
  | Requests
  | Operation;

/** An action in the staff log, such as `grant owner`. The pages have a label for each. */
export type StaffAction = NamedAction | ModerationAction | ContentAction | ActionWithDay | ActionWithRole;
