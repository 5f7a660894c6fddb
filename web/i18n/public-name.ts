import { t } from '@lingui/core/macro';
import { anonymousName, DONOR_MEMBER_TYPE } from '#contract/public-name.ts';

/** Translates the server's name for an anonymous donor. Returns other names unchanged. */
export const publicNameText = (name: string): string => (name === anonymousName ? t`A donor` : name);

export const memberTypeText = (type: string): string => (type === DONOR_MEMBER_TYPE ? t`Donor` : type);
