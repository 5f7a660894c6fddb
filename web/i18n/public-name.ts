import { t } from '@lingui/core/macro';
import { anonymousName, donorsKind } from '#contract/public-name.ts';

/** A donor's name as the server gives it; who shows none has one in each language. */
export const publicNameText = (name: string): string => (name === anonymousName ? t`A donor` : name);

export const memberTypeText = (type: string): string => (type === donorsKind ? t`Donor` : type);
