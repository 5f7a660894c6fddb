import { type Day, toDay } from '#contract/days.ts';
import { siteNow } from './site-clock.ts';

/** The reader's calendar day. Not in site-clock.ts, which is in the first scripts of every page. */
export const siteToday = (): Day => toDay(new Date(siteNow()));
