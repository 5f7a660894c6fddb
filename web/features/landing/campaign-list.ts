import { t } from '@lingui/core/macro';
export type Campaign = {
  _id: string;
  title: string;
  detail: string;
  /** A drawing in public/drawings. */
  image: string;
  /** As the wire writes it. */
  date: string;
  /** From - until, as structured data reads it. */
  time: string;
  /** The same for the reader. */
  hours: string;
  place: string;
};

export const campaigns: readonly Campaign[] = [
  {
    _id: 'campus-week',
    title: t`Campus week`,
    detail: t`Students bring a friend who has never donated before. First-timers get a guide of their own.`,
    image: 'campaign-campus',
    date: 'December 5, 2026',
    time: '9:00 am - 5:00 pm',
    hours: t`9:00 am - 5:00 pm`,
    place: t`City University, main hall`,
  },
  {
    _id: 'blood-bus',
    title: t`The blood bus`,
    detail: t`Four chairs, two nurses and a kettle on wheels: we come to where people work.`,
    image: 'campaign-bus',
    date: 'December 12, 2026',
    time: '8:00 am - 2:00 pm',
    hours: t`8:00 am - 2:00 pm`,
    place: t`River Road market`,
  },
  {
    _id: 'night-shift',
    title: t`Night shift`,
    detail: t`Accidents do not wait for the morning. Nor do we: donate after work, with soup afterwards.`,
    image: 'campaign-night',
    date: 'December 18, 2026',
    time: '6:00 pm - 11:00 pm',
    hours: t`6:00 pm - 11:00 pm`,
    place: t`General Hospital, gate 2`,
  },
  {
    _id: 'new-year',
    title: t`A good start`,
    detail: t`Begin the year with the best of resolutions, and bring the whole family to watch.`,
    image: 'campaign-garden',
    date: 'January 2, 2027',
    time: '10:00 am - 4:00 pm',
    hours: t`10:00 am - 4:00 pm`,
    place: t`Botanical garden, glasshouse`,
  },
];
