import { t } from '@lingui/core/macro';
import type { Day } from '#contract/days.ts';
import { type PageCampaign, pageData } from '#web/before-react/page-data.ts';
import { formatDay } from '#web/i18n/days.ts';

export type Campaign = PageCampaign & {
  /** File name of a drawing in public/drawings, without width and extension. Only our own campaigns have one. */
  drawing?: string;
  /** `time`, translated. */
  hours?: string;
};

/** Returns the campaigns to show: the owner's next ones or, until the first one is published, our own. */
export const nextCampaigns = (): readonly Campaign[] => pageData().site.campaigns ?? campaigns;

/** Returns the day of a campaign, or its first and last day. */
export const formatCampaignDays = ({ date, until }: Campaign): string =>
  until ? `${formatDay(date)} – ${formatDay(until)}` : formatDay(date);

/** The campaigns of the specification. `time` is in English, which structured data parses. */
export const campaigns: readonly Campaign[] = [
  {
    _id: 'campus-week',
    title: t`Campus week`,
    detail: t`Students bring a friend who has never donated before. First-time donors get their own guide.`,
    drawing: 'campaign-campus',
    date: '2026-12-05' as Day,
    time: '9:00 am - 5:00 pm',
    hours: t`9:00 am - 5:00 pm`,
    place: t`City University, main hall`,
  },
  {
    _id: 'blood-bus',
    title: t`The blood bus`,
    detail: t`Four chairs, two nurses and a kettle on wheels: we come to where people work.`,
    drawing: 'campaign-bus',
    date: '2026-12-12' as Day,
    time: '8:00 am - 2:00 pm',
    hours: t`8:00 am - 2:00 pm`,
    place: t`River Road market`,
  },
  {
    _id: 'night-shift',
    title: t`Night shift`,
    detail: t`Accidents do not wait for the morning. Nor do we: donate after work, with soup afterwards.`,
    drawing: 'campaign-night',
    date: '2026-12-18' as Day,
    time: '6:00 pm - 11:00 pm',
    hours: t`6:00 pm - 11:00 pm`,
    place: t`General Hospital, gate 2`,
  },
  {
    _id: 'new-year',
    title: t`A good start`,
    detail: t`Begin the year with the best of resolutions, and bring the whole family to watch.`,
    drawing: 'campaign-garden',
    date: '2027-01-02' as Day,
    time: '10:00 am - 4:00 pm',
    hours: t`10:00 am - 4:00 pm`,
    place: t`Botanical garden, glasshouse`,
  },
];
