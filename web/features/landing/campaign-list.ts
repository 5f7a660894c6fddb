export type Campaign = {
  _id: string;
  title: string;
  detail: string;
  /** A drawing in public/drawings. */
  image: string;
  date: string;
  time: string;
  place: string;
};

export const campaigns: readonly Campaign[] = [
  {
    _id: 'campus-week',
    title: 'Campus week',
    detail: 'Students bring a friend who has never donated before. First-timers get a guide of their own.',
    image: 'campaign-campus',
    date: 'December 5, 2026',
    time: '9:00 am - 5:00 pm',
    place: 'City University, main hall',
  },
  {
    _id: 'blood-bus',
    title: 'The blood bus',
    detail: 'Four chairs, two nurses and a kettle on wheels: we come to where people work.',
    image: 'campaign-bus',
    date: 'December 12, 2026',
    time: '8:00 am - 2:00 pm',
    place: 'River Road market',
  },
  {
    _id: 'night-shift',
    title: 'Night shift',
    detail: 'Accidents do not wait for the morning. Nor do we: donate after work, with soup afterwards.',
    image: 'campaign-night',
    date: 'December 18, 2026',
    time: '6:00 pm - 11:00 pm',
    place: 'General Hospital, gate 2',
  },
  {
    _id: 'new-year',
    title: 'A good start',
    detail: 'Begin the year with the best of resolutions, and bring the whole family to watch.',
    image: 'campaign-garden',
    date: 'January 2, 2027',
    time: '10:00 am - 4:00 pm',
    place: 'Botanical garden, glasshouse',
  },
];
