import { t } from '@lingui/core/macro';
import type { ModerationDecision, ModerationReason } from '#contract/staff-moderation.ts';

/** The reason for not showing an item, as its author reads it. */
export const reasonTexts: Record<ModerationReason, string> = {
  'personal-data': t`It shows personal data, such as a name, a number or a document.`,
  'no-consent': t`It shows or names a person who did not agree to it.`,
  offensive: t`It may hurt or offend people.`,
  advertising: t`It is advertising.`,
  'off-topic': t`It is not about blood donation.`,
  'health-claim': t`It says something about health that may be wrong.`,
};

export const decisionTexts: Record<ModerationDecision, string> = {
  keep: t`Photo kept`,
  remove: t`Photo removed`,
  publish: t`Review published`,
  refuse: t`Review not published`,
};
