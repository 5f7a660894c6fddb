import { type Day, toDay } from '#contract/days.ts';
import { siteNow } from './site-clock.ts';

/** Returns the reader's calendar day. */
export const siteToday = (): Day => toDay(new Date(siteNow()));
