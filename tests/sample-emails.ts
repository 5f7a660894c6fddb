import type { Day } from '#contract/days.ts';
import { type Language, languageBase } from '#contract/languages.ts';
import type { EmailTemplate } from '#platform/email-layout.ts';
import { testLook } from '#platform/testing/test-look.ts';
import { appName, type EmailKind, emailMessages } from '#providers/identity/codes/messages.ts';
import { renderCodeEmail, renderNoticeEmail } from '#providers/identity/codes/send.ts';
import type { Core } from '#server/core.ts';
import type { DisplacedAppointmentRow } from '#server/db/center-tables.ts';
import type { AppointmentRow } from '#server/db/tables.ts';
import type { Reader } from '#server/email/reader.ts';
import * as requestEmails from '#server/features/blood-requests/email.ts';
import { renderMessage } from '#server/features/center-administration/donor-messages.ts';
import {
  renderClosedDay,
  renderRestored as renderReopened,
} from '#server/features/center-administration/notifications.ts';
import type { CenterWithSeries } from '#server/features/centers/rules.ts';
import { renderClaimEmail } from '#server/features/check-in/email.ts';
import { renderCanceled, renderRestored } from '#server/features/closings/cancellations.ts';
import { renderClosed } from '#server/features/closings/notify.ts';
import { renderDecision } from '#server/features/moderation/email.ts';
import { describeSlot } from '#server/features/offer-links/offer-tokens.ts';
import {
  renderPartialRefundEmail,
  renderReceiptEmail,
  renderRefundEmail,
} from '#server/features/payments/emails.ts';
import {
  renderDeletionRequested,
  renderInvitation,
  renderMethodsRemoved,
} from '#server/features/people/email.ts';
import { renderDeferralEndedEmail, renderReminderEmail } from '#server/features/reminders/email.ts';
import { renderTestEmail } from '#server/features/site-administration/email.ts';
import { renderLogHead } from '#server/features/staff-log/email.ts';
import { renderCanceledBookings } from '#server/features/unconfirmed-bookings/email.ts';
import { renderOffer } from '#server/features/waiting-list/notify.ts';
import { formatTime } from '#server/i18n/days.ts';

type Options = {
  language: Language;
  site?: string;
  publicUrl?: string;
  look?: Reader['look'];
  typed?: string;
};
export type SampleEmail = { name: string; email: EmailTemplate };

const key = new Uint8Array(32);
const at = (day: string, time = '09:00') => ({ day: day as Day, time });

/** Renders each kind of email that the site sends. `typed` is put into each text that a person entered. */
export function renderSampleEmails({
  language,
  site = 'Blood Buddies',
  publicUrl = 'https://blood.example',
  look = testLook,
  typed = '',
}: Options): SampleEmail[] {
  const reader: Reader = { language, site, look };
  const core = { publicUrl, linkKeys: { offers: key, reminders: key, walkIns: key } } as Core;
  const link = (path: string) => `${publicUrl}${languageBase[language]}${path}`;
  const center = {
    id: 'c1',
    name: `Dhaka Central${typed}`,
    time_zone: 'Asia/Dhaka',
  } as CenterWithSeries;
  const appointment = {
    id: 'a1',
    name: `Rahim Uddin${typed}`,
    center: center.name,
    center_id: center.id,
    ...at('2026-11-24'),
    slot_time: '09:00',
    transaction_id: 'pi_1',
    paid_at: Date.UTC(2026, 10, 20, 12),
    paid_amount: 500,
    paid_currency: 'usd',
    refunded_at: null,
  } as unknown as AppointmentRow;
  const displaced = { id: 'd1', ...at('2026-11-24') } as DisplacedAppointmentRow;
  const slots = [at('2026-11-25'), at('2026-12-01'), at('2026-12-02', '10:30')];
  const visit = {
    arrival: `Ten minutes early${typed}`,
    bring: `Your identity card${typed}`,
    duration: 'About 45 minutes',
    contact: `The front desk${typed}`,
    food: 'Have a full meal and drink two glasses of water',
  };
  const urls = {
    appointments: link('/dashboard/appointments'),
    cancel: link('/reminder#cancel'),
    stop: link('/reminder#stop'),
    oneClick: `${publicUrl}/api/reminders/stop`,
  };
  const { cancel: _, ...paidUrls } = urls;
  const decided = { title: `The queue at noon${typed}`, is_final: 0, reason: null, note: null } as const;
  const refunded = { amount: 500, currency: 'usd', intent_id: 'pi_1' };
  const options = { ...reader, publicUrl, center };
  const closedOptions = { reader, message: `A water pipe broke${typed}`, isPaid: false };
  const notice = { id: 'd1', center, closed: at('2026-11-24') };
  const canceledOptions = { ...options, row: displaced };
  const days = { reader, centers: new Map([[center.id, center]]) };
  const otherBooking = { ...appointment, id: 'a2', ...at('2026-12-03') };
  const invitation = {
    role: 'coordinator',
    centers: [center.name],
    invitedBy: 'owner@blood.example',
  } as const;

  const aboutRequest = {
    request: {
      id: 'r1',
      blood_group: 'A+',
      component: 'red-cells',
      bags: 2,
      hospital: `Dhaka Medical College Hospital${typed}`,
      needed_by: Date.UTC(2026, 10, 24, 9),
      reason: `The hospital does not know it${typed}`,
    },
    timeZone: 'Asia/Dhaka',
    publicUrl,
  } as const;

  const ofSite: Record<string, EmailTemplate> = {
    reminder: renderReminderEmail({ ...appointment, address: `Mirpur Road${typed}`, visit }, reader, urls),
    'reminder of a paid appointment': renderReminderEmail(appointment, reader, paidUrls),
    'reminder while deferred': renderReminderEmail(
      { ...appointment, deferredUntil: '2026-11-30' as Day },
      reader,
      urls,
    ),
    'deferral ended': renderDeferralEndedEmail(appointment, reader, { ...urls, request: link('/') }),
    'bookings canceled': renderCanceledBookings(core, [appointment, otherBooking], days),
    'place offered': renderOffer(core, {
      reader,
      center: center.name,
      slot: describeSlot(language, at('2026-11-24')),
      until: `${formatTime(language, '14:30')} (Asia/Dhaka)`,
      link: link('/slot-offer#token'),
    }),
    'day that is waited for closed': renderClosedDay(
      { day: appointment.day, message: `Flood${typed}` },
      options,
    ),
    'message to donors': renderMessage(appointment, `Please use the north gate.${typed}`, options),
    'day reopened': renderReopened(appointment, options),
    'day closed': renderClosed(core, { ...notice, slots }, closedOptions),
    'day closed without another day': renderClosed(
      core,
      { ...notice, slots: [] },
      { ...closedOptions, isPaid: true },
    ),
    'appointment canceled by the center': renderCanceled(canceledOptions, { payment: 'paid', free: slots }),
    'cancellation undone': renderRestored(canceledOptions),
    receipt: renderReceiptEmail(appointment, reader, publicUrl),
    refund: renderRefundEmail(appointment, refunded, reader, publicUrl),
    'second charge refunded': renderRefundEmail(
      appointment,
      { ...refunded, intent_id: 'pi_2' },
      reader,
      publicUrl,
    ),
    'partial refund': renderPartialRefundEmail(
      appointment,
      { ...refunded, refunded_amount: 200 },
      reader,
      publicUrl,
    ),
    'photo kept': renderDecision(reader, { ...decided, kind: 'photo', decision: 'keep' }, publicUrl),
    'photo removed': renderDecision(
      reader,
      {
        ...decided,
        kind: 'photo',
        decision: 'remove',
        reason: 'no-consent',
        note: `The woman behind${typed}`,
      },
      publicUrl,
    ),
    'review published': renderDecision(
      reader,
      { ...decided, kind: 'review', decision: 'publish' },
      publicUrl,
    ),
    'review refused': renderDecision(
      reader,
      { ...decided, kind: 'review', decision: 'refuse', reason: 'offensive', is_final: 1 },
      publicUrl,
    ),
    'blood needed': requestEmails.renderQuestion(reader, {
      ...aboutRequest,
      link: link('/request-answer#token'),
    }),
    'needed now': requestEmails.renderNeededNow(reader, aboutRequest),
    'no longer needed': requestEmails.renderNotNeeded(reader, aboutRequest),
    'request published': requestEmails.renderApproved(reader, aboutRequest),
    'request refused': requestEmails.renderRefused(reader, aboutRequest),
    'donor wants to come': requestEmails.renderDonorAgreed(reader, aboutRequest),
    'request over': requestEmails.renderOver(reader, aboutRequest),
    'visit without an appointment': renderClaimEmail(appointment, {
      reader,
      link: link('/staff/claim#token'),
    }),
    'staff invitation': renderInvitation(reader, invitation, link('/staff/join')),
    'methods removed by staff': renderMethodsRemoved(reader, link('/login')),
    'deletion requested by staff': renderDeletionRequested(reader, link('/contact')),
    'test of the email server': renderTestEmail(reader, link('/staff/settings')),
    'head of the log': renderLogHead(reader, {
      head: '4711-0123456789abcdef0123456789abcdef',
      link: link('/staff/log'),
    }),
  };
  const action = `${publicUrl}/account/action?mode=x&oobCode=abc&apiKey=k&lang=${language}`;
  const factor = {
    FACTOR_REMOVED: appName[language],
    PASSKEY_ADDED: ' “Phone”',
    PASSKEY_REMOVED: ' “Phone”',
  };
  const ofIdentity = (Object.keys(emailMessages[language]) as EmailKind[]).map((kind) => {
    const content = {
      kind,
      to: 'rahim@example.org',
      factor: kind in factor ? factor[kind as keyof typeof factor] : '',
    };
    return { name: `identity ${kind}`, email: renderCodeEmail({ ...content, link: action }, reader) };
  });
  const sent = renderNoticeEmail({ kind: 'GOOGLE_LINKED', to: 'rahim@example.org' }, reader, { publicUrl });
  return [
    ...Object.entries(ofSite).map(([name, email]) => ({ name, email })),
    ...ofIdentity,
    { name: 'identity notice', email: sent },
  ];
}
