import { t } from '@lingui/core/macro';
import type { Day } from '#contract/days.ts';
import type { ContentKind } from '#contract/site-content.ts';
import type { StaffRole } from '#contract/staff-access.ts';
import type { ContentAction, ModerationAction, NamedAction } from '#contract/staff-actions.ts';
import { formatDay } from '#web/i18n/days.ts';
import { roleNames } from '../staff/texts.ts';

const isRole = (text: string): text is StaffRole => text in roleNames;

const namedActions: Record<NamedAction, string> = {
  'view appointments': t`Looked at the appointments of a day`,
  'add walk-in': t`Added a walk-in`,
  'record booked': t`Set back to expected`,
  'record arrived': t`Recorded: arrived`,
  'record fulfilled': t`Recorded: gave blood`,
  'record deferred': t`Recorded: deferred`,
  'record not-given': t`Recorded: no donation`,
  'record noshow': t`Recorded: did not come`,
  'record cancelled': t`Recorded: canceled`,
  'set email server': t`Set the email server`,
  'test email server': t`Tested the email server`,
  'remove email server': t`Removed the email server`,
  'import donations': t`Imported donations`,
  'erase imported donations': t`Erased imported donations`,
  'end shift': t`Ended a shift`,
  'view account': t`Opened an account`,
  'disable account': t`Disabled an account`,
  'enable account': t`Enabled an account`,
  'sign out account': t`Signed an account out everywhere`,
  'export account': t`Downloaded the data of an account`,
  'confirm address': t`Confirmed the address of an account`,
  'send confirmation': t`Sent the confirmation link of an account`,
  'request deletion': t`Requested the deletion of an account`,
  'withdraw deletion': t`Withdrew the deletion of an account`,
  'delete account': t`Deleted an account`,
  'remove verification methods': t`Removed the verification methods of an account`,
  'view payments': t`Opened the list of payments`,
  'view payment': t`Opened the history of a payment`,
  'refund payment': t`Refunded a payment`,
  'resolve payment': t`Marked a payment as resolved`,
  'pause refunds': t`Paused automatic refunds`,
  'resume refunds': t`Resumed automatic refunds`,
  'view rejected messages': t`Opened the list of undelivered messages`,
  'resend messages': t`Sent undelivered messages again`,
  'delete messages': t`Deleted undelivered messages`,
  'start backup': t`Started a backup`,
  'view closings': t`Saw who is affected by closed days`,
  'view unconfirmed': t`Saw bookings of members who have not confirmed their email address`,
  'cancel unconfirmed': t`Canceled bookings of members who have not confirmed their email address`,
  'call donor': t`Recorded a call`,
  'move appointment': t`Moved an appointment`,
  'cancel appointment': t`Canceled an appointment`,
  'refund appointment': t`Refunded an appointment`,
  open: t`Opened a closed day`,
  'add center': t`Added a center`,
  'change center': t`Changed a center`,
  'add series': t`Added clinics`,
  'change series': t`Changed clinics`,
  'remove series': t`Removed clinics`,
  'preview add series': t`Saw who would be affected by new clinics`,
  'preview change series': t`Saw who would be affected by changed clinics`,
  'preview remove series': t`Saw who would be affected by removed clinics`,
  'import center': t`Imported a center`,
  'preview import': t`Saw who would be affected by an import`,
  'view requests': t`Looked at requests for blood`,
  'approve request': t`Approved a request for blood`,
  'correct request': t`Corrected a request for blood`,
  'refuse request': t`Refused a request for blood`,
  'record given': t`Recorded given blood`,
  'set need': t`Set how much blood is needed`,
  'set request rules': t`Set the rules for requests for blood`,
  'prune log': t`Deleted old entries of the log`,
  restore: t`The site was restored from a backup or moved`,
};

const decisions: Partial<Record<ModerationAction, string>> = {
  'keep photo': t`Kept a photo`,
  'remove photo': t`Removed a photo`,
  'publish review': t`Published a review`,
  'refuse review': t`Refused a review`,
  'remove review': t`Removed a review`,
  'keep photo after objection': t`Kept a photo after an objection`,
  'remove photo after objection': t`Removed a photo again after an objection`,
  'publish review after objection': t`Published a review after an objection`,
  'refuse review after objection': t`Refused a review again after an objection`,
  'undo keep photo': t`Undid: kept a photo`,
  'undo remove photo': t`Undid: removed a photo`,
  'undo publish review': t`Undid: published a review`,
  'undo refuse review': t`Undid: refused a review`,
};

const contentKinds: Record<ContentKind, string> = {
  identity: t`name and logo`,
  contact: t`contact`,
  links: t`links`,
  landing: t`landing page`,
  counters: t`counters`,
  fee: t`fee`,
  region: t`region`,
  eligibility: t`eligibility questions`,
  districts: t`districts`,
  campaign: t`campaign`,
  post: t`blog post`,
  page: t`page`,
  'team-card': t`team member`,
  sponsor: t`sponsor`,
  step: t`step`,
};

type ContentVerb = ContentAction extends `${infer Verb} ${string}` ? Verb : never;

const isContentKind = (text: string): text is ContentKind => Object.hasOwn(contentKinds, text);

const actionTexts: Partial<Record<string, string>> = { ...namedActions, ...decisions };

/** Describes an action of the staff log, such as `grant owner`. An unknown one is shown as it is. */
export function actionText(action: string): string {
  const text = actionTexts[action];
  if (text) return text;
  const [, preview, day] = /^(preview )?close (\d{4}-\d{2}-\d{2})$/.exec(action) ?? [];
  if (day) return closingText(formatDay(day as Day), preview !== undefined);
  const [, messageDay] = /^message (\d{4}-\d{2}-\d{2})$/.exec(action) ?? [];
  if (messageDay) return writtenText(formatDay(messageDay as Day));
  const [verb = '', last = ''] = [action.split(' ')[0], action.split(' ').at(-1)];
  if (isContentKind(last)) return contentText(verb, contentKinds[last]) ?? action;
  if (!isRole(last)) return action;
  const role = roleNames[last];
  const texts: Record<string, string> = {
    grant: t`Gave the role: ${role}`,
    revoke: t`Took the role: ${role}`,
    invite: t`Invited somebody to the role: ${role}`,
    withdraw: t`Withdrew the invitation to the role: ${role}`,
    join: t`Accepted the role: ${role}`,
  };
  return texts[verb] ?? action;
}

function contentText(verb: string, kind: string): string | undefined {
  const texts: Record<ContentVerb, string> = {
    publish: t`Published: ${kind}`,
    schedule: t`Scheduled: ${kind}`,
    restore: t`Published an earlier version: ${kind}`,
    delete: t`Deleted: ${kind}`,
    order: t`Changed the order: ${kind}`,
  };
  return Object.entries(texts).find(([name]) => name === verb)?.[1];
}

const closingText = (day: string, isPreview: boolean): string =>
  isPreview ? t`Saw who is booked: ${day}` : t`Closed a day: ${day}`;

const writtenText = (day: string): string => t`Wrote to the donors of a day: ${day}`;
