import type { BloodComponent } from '#contract/blood-compatibility.ts';
import { type Language, languageBase } from '#contract/languages.ts';
import { type EmailTemplate, renderEmail } from '#platform/email-layout.ts';
import type { BloodRequestRow } from '#server/db/request-tables.ts';
import { neutralizeLinks } from '#server/email/neutralize-links.ts';
import type { Reader } from '#server/email/reader.ts';
import { localTime } from '#server/features/centers/local-time.ts';
import { formatTime, formatWeekdayAndDay } from '#server/i18n/days.ts';
import { getTranslator } from '#server/i18n/translator.ts';

/** What emails say of a request. Nothing of it identifies the patient. */
export type EmailedRequest = Pick<
  BloodRequestRow,
  'id' | 'blood_group' | 'component' | 'bags' | 'hospital' | 'needed_by' | 'reason'
>;
export type FamilyNotice = { request: EmailedRequest; timeZone: string; publicUrl: string };

type I18n = ReturnType<typeof getTranslator>;

function componentText(i18n: I18n, component: BloodComponent): string {
  const texts: Record<BloodComponent, string> = {
    'whole-blood': i18n._('Whole blood'),
    'red-cells': i18n._('Red cells'),
    platelets: i18n._('Platelets'),
    plasma: i18n._('Plasma'),
  };
  return texts[component];
}

export function describeTime(language: Language, at: number, timeZone: string): string {
  const { day, time } = localTime(at, timeZone);
  return `${formatWeekdayAndDay(language, day)}, ${formatTime(language, time)}`;
}

const neverMoney = (i18n: I18n): string =>
  i18n._('Blood is never sold. If anyone asks for money, report the request on its page.');

/** `text` and `link` of the button. */
type Message = {
  subject: string;
  intro: string;
  button: { text: string; link?: string };
  note?: string;
  reason: string;
};

function renderMessage(
  reader: Reader,
  { request, timeZone, publicUrl }: FamilyNotice,
  { button, note, ...message }: Message,
): EmailTemplate {
  const { language } = reader;
  const i18n = getTranslator(language);
  return renderEmail(reader, {
    ...message,
    rows: [
      [i18n._('Blood group'), request.blood_group],
      [
        i18n._('Needed'),
        `${componentText(i18n, request.component)}, ${i18n._('bags: {count}', { count: request.bags })}`,
      ],
      [i18n._('Hospital'), neutralizeLinks(request.hospital)],
      [i18n._('Needed by'), describeTime(language, request.needed_by, timeZone)],
    ],
    button: {
      text: button.text,
      link: button.link ?? `${publicUrl}${languageBase[language]}/requests/${request.id}`,
    },
    note: [note, neverMoney(i18n)].filter(Boolean).join(' '),
  });
}

const askedReason = (i18n: I18n, { site }: Reader) =>
  i18n._('You received this email because you said on {site} that you may be asked to give blood.', { site });
const donorReason = (i18n: I18n, { site }: Reader) =>
  i18n._('You received this email because you offered on {site} to give blood.', { site });
const familyReason = (i18n: I18n, { site }: Reader) =>
  i18n._('You received this email because you asked for blood on {site}.', { site });

/** Asks a donor. `link` answers without signing in. */
export function renderQuestion(reader: Reader, about: FamilyNotice & { link: string }): EmailTemplate {
  const i18n = getTranslator(reader.language);
  const { blood_group: group, hospital } = about.request;
  return renderMessage(reader, about, {
    subject: i18n._('{group} blood is needed at {hospital}', { group, hospital: neutralizeLinks(hospital) }),
    intro: i18n._('A patient near you needs blood that you can give. Can you come?'),
    button: { text: i18n._('Answer'), link: about.link },
    note: i18n._('You can also decline or pause there. We ask you at most once a week.'),
    reason: askedReason(i18n, reader),
  });
}

export function renderNeededNow(reader: Reader, about: FamilyNotice): EmailTemplate {
  const i18n = getTranslator(reader.language);
  return renderMessage(reader, about, {
    subject: i18n._('You are needed now'),
    intro: i18n._('You were in reserve. Another donor cannot come, so please come now if you still can.'),
    button: { text: i18n._('See the request') },
    reason: donorReason(i18n, reader),
  });
}

export function renderNotNeeded(reader: Reader, about: FamilyNotice): EmailTemplate {
  const i18n = getTranslator(reader.language);
  return renderMessage(reader, about, {
    subject: i18n._('Thank you: you need not come'),
    intro: i18n._('You offered to give blood. It is no longer needed. Thank you.'),
    button: { text: i18n._('See the request') },
    reason: donorReason(i18n, reader),
  });
}

export function renderApproved(reader: Reader, about: FamilyNotice): EmailTemplate {
  const i18n = getTranslator(reader.language);
  return renderMessage(reader, about, {
    subject: i18n._('Your request for blood is published'),
    intro: i18n._('Donors near the hospital are being asked. You get an email when one agrees.'),
    button: { text: i18n._('See your request') },
    reason: familyReason(i18n, reader),
  });
}

export function renderRefused(reader: Reader, about: FamilyNotice): EmailTemplate {
  const i18n = getTranslator(reader.language);
  const { reason } = about.request;
  return renderMessage(reader, about, {
    subject: i18n._('Your request for blood is not published'),
    intro: reason
      ? i18n._('A coordinator looked at it: {reason}', { reason: neutralizeLinks(reason) })
      : i18n._('A coordinator looked at it and does not publish it.'),
    button: { text: i18n._('See your request') },
    reason: familyReason(i18n, reader),
  });
}

export function renderDonorAgreed(reader: Reader, about: FamilyNotice): EmailTemplate {
  const i18n = getTranslator(reader.language);
  return renderMessage(reader, about, {
    subject: i18n._('A donor wants to come'),
    intro: i18n._(
      'On the page of your request you see when, and the code by which you recognize each other.',
    ),
    button: { text: i18n._('See your request') },
    reason: familyReason(i18n, reader),
  });
}

export function renderOver(reader: Reader, about: FamilyNotice): EmailTemplate {
  const i18n = getTranslator(reader.language);
  return renderMessage(reader, about, {
    subject: i18n._('Was the blood given?'),
    intro: i18n._('The time of your request is over. Please say on its page which donors have given blood.'),
    button: { text: i18n._('See your request') },
    reason: familyReason(i18n, reader),
  });
}
