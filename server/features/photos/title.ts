import { oneLine } from '#contract/one-line.ts';

const byDefault = 'A photo from our community';

/** Plain text in one line. */
export const readTitle = (sent: string | undefined): string => oneLine(sent ?? '') || byDefault;
