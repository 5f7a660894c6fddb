import { t } from '@lingui/core/macro';
import { anonymousName, DONOR_MEMBER_TYPE } from '#contract/public-name.ts';

/** Translates the server's name for an anonymous donor. Returns other names unchanged. */
export const publicNameText = (name: string): string => (name === anonymousName ? t`A donor` : name);

/** The member types of new reviews and of the sample reviews, as the server sends them. */
const memberTypes: Record<string, string> = {
  [DONOR_MEMBER_TYPE]: t`Donor`,
  'Regular donor': t`Regular donor`,
  'First-time donor': t`First-time donor`,
  'Donor for 30 years': t`Donor for 30 years`,
  Recipient: t`Recipient`,
  'Mother of a recipient': t`Mother of a recipient`,
  Volunteer: t`Volunteer`,
};

export const memberTypeText = (type: string): string => memberTypes[type] ?? type;
