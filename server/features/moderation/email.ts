import { type Language, languageBase } from '#contract/languages.ts';
import type { ModerationReason } from '#contract/staff-moderation.ts';
import { type EmailTemplate, renderEmail } from '#platform/email-layout.ts';
import type { ModerationDecisionRow } from '#server/db/moderation-tables.ts';
import { neutralizeLinks } from '#server/email/neutralize-links.ts';
import type { Reader } from '#server/email/reader.ts';
import { getTranslator } from '#server/i18n/translator.ts';

type EmailedDecision = Pick<
  ModerationDecisionRow,
  'decision' | 'kind' | 'is_final' | 'title' | 'reason' | 'note'
>;

/** Renders the email about a decision on a photo or a review, with the reason. */
export function renderDecision(reader: Reader, decided: EmailedDecision, publicUrl: string): EmailTemplate {
  const { language } = reader;
  const i18n = getTranslator(language);
  const isPhoto = decided.kind === 'photo';
  const { subject, intro } = textsOf(language, decided);
  const isNegative = decided.decision === 'remove' || decided.decision === 'refuse';
  const objection = decided.is_final
    ? i18n._('This decision is final.')
    : i18n._('If you disagree, you can object once, within 30 days, on that page.');
  const page = isPhoto ? '/dashboard/gallery' : '/dashboard/account';
  return renderEmail(reader, {
    subject,
    intro,
    rows: [
      [isPhoto ? i18n._('Photo') : i18n._('Review'), neutralizeLinks(decided.title)],
      ...(decided.reason ? [[i18n._('Reason'), reasonText(language, decided.reason)] as const] : []),
      ...(decided.note ? [[i18n._('Note'), neutralizeLinks(decided.note)] as const] : []),
    ],
    button: {
      text: isPhoto ? i18n._('See your photos') : i18n._('See your reviews'),
      link: `${publicUrl}${languageBase[language]}${page}`,
    },
    note: isNegative ? objection : i18n._('Thank you for being part of {site}.', { site: reader.site }),
    reason: isPhoto
      ? i18n._('You received this email because you shared this photo on {site}.', { site: reader.site })
      : i18n._('You received this email because you wrote this review on {site}.', { site: reader.site }),
  });
}

function textsOf(
  language: Language,
  { decision, kind }: EmailedDecision,
): { subject: string; intro: string } {
  const i18n = getTranslator(language);
  if (decision === 'keep')
    return {
      subject: i18n._('Your photo is shown in the gallery'),
      intro: i18n._('Members had reported your photo. We looked at it, and everybody can see it again.'),
    };
  if (decision === 'publish')
    return {
      subject: i18n._('Your review is published'),
      intro: i18n._('Everybody can read it on our site now.'),
    };
  if (kind === 'photo')
    return {
      subject: i18n._('Your photo was removed from the gallery'),
      intro: i18n._('We looked at your photo and removed it from the gallery.'),
    };
  return {
    subject: i18n._('Your review is not published'),
    intro: i18n._('We read your review and do not publish it. Your appointment does not change.'),
  };
}

function reasonText(language: Language, reason: ModerationReason): string {
  const i18n = getTranslator(language);
  const texts: Record<ModerationReason, string> = {
    'personal-data': i18n._('It shows personal data, such as a name, a number or a document.'),
    'no-consent': i18n._('It shows or names a person who did not agree to it.'),
    offensive: i18n._('It may hurt or offend people.'),
    advertising: i18n._('It is advertising.'),
    'off-topic': i18n._('It is not about blood donation.'),
    'health-claim': i18n._('It says something about health that may be wrong.'),
  };
  return texts[reason];
}
