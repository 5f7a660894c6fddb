import { t } from '@lingui/core/macro';
import { anonymousName, DONOR_MEMBER_TYPE } from '#contract/public-name.ts';

/** A donor's name as the server gives it; who shows none has one in each language. */
export const publicNameText = (name: string): string => (name === anonymousName ? t`A donor` : name);

export const memberTypeText = (type: string): string => (type === DONOR_MEMBER_TYPE ? t`Donor` : type);
