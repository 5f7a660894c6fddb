import { t } from '@lingui/core/macro';
import type { ContentKind } from '#contract/site-content.ts';
import type { ContentField } from './fields.ts';
import { contactFields, counterFields, identityFields } from './group-fields.ts';
import {
  type Center,
  campaignFields,
  pageFields,
  postFields,
  sponsorFields,
  stepFields,
  teamCardFields,
} from './item-fields.ts';
import { landingFields } from './landing-fields.ts';
import { linkFields } from './link-fields.ts';
import { districtFields, eligibilityFields, feeFields, regionFields } from './setting-fields.ts';

/** What the form for a kind of content consists of. A kind that is not listed has no form. */
export type ContentForm = {
  /** Heading of the form of a group, or of the list of items. */
  title: string;
  /** What it is, under its link. */
  detail: string;
  listFields: (centers: readonly Center[]) => ContentField[];
  /** Texts and options of a kind with any number of items. */
  items?: {
    one: string;
    add: string;
    /** What the site shows without one. */
    empty: string;
    canSchedule?: true;
    /** The site shows them in the order of the list, not by day. */
    isOrdered?: true;
  };
};

/** The kinds of content with a form, in the order of the page that lists them. */
export const contentForms: Partial<Record<ContentKind, ContentForm>> = {
  identity: {
    title: t`Name, logo and color`,
    detail: t`How the site is called and looks, on its pages, in emails and in search engines`,
    listFields: () => identityFields,
  },
  contact: {
    title: t`Contact`,
    detail: t`How people reach you`,
    listFields: () => contactFields,
  },
  links: {
    title: t`Links`,
    detail: t`Social networks and the links of the footer`,
    listFields: () => linkFields,
  },
  landing: {
    title: t`Home page`,
    detail: t`Order, texts and pictures of its sections`,
    listFields: () => landingFields,
  },
  counters: {
    title: t`Counters`,
    detail: t`The four numbers on the home page`,
    listFields: () => [0, 1, 2, 3].flatMap(counterFields),
  },
  campaign: {
    title: t`Campaigns`,
    detail: t`Where and when you collect blood next`,
    listFields: campaignFields,
    items: {
      one: t`Campaign`,
      add: t`Add a campaign`,
      empty: t`There is no campaign yet. Until you publish the first one, the site shows its examples.`,
      canSchedule: true,
    },
  },
  post: {
    title: t`Blog`,
    detail: t`Posts, the newest first`,
    listFields: () => postFields,
    items: {
      one: t`Post`,
      add: t`Add a post`,
      empty: t`There is no post yet.`,
      canSchedule: true,
    },
  },
  page: {
    title: t`Pages`,
    detail: t`Privacy policy, terms, licensing, imprint, and others of your own`,
    listFields: () => pageFields,
    items: { one: t`Page`, add: t`Add a page`, empty: t`There is no page of your own yet.` },
  },
  'team-card': {
    title: t`Team`,
    detail: t`The people of your community`,
    listFields: () => teamCardFields,
    items: {
      one: t`Person`,
      add: t`Add a person`,
      empty: t`There is nobody yet. Until you publish the first one, the site shows its examples.`,
      isOrdered: true,
    },
  },
  sponsor: {
    title: t`Sponsors`,
    detail: t`Who supports you`,
    listFields: () => sponsorFields,
    items: {
      one: t`Sponsor`,
      add: t`Add a sponsor`,
      empty: t`There is no sponsor yet. Until you publish the first one, the site shows its examples.`,
      isOrdered: true,
    },
  },
  step: {
    title: t`Steps`,
    detail: t`How a donation works, on the home page`,
    listFields: () => stepFields,
    items: {
      one: t`Step`,
      add: t`Add a step`,
      empty: t`There is no step yet. Until you publish the first one, the site shows its own.`,
      isOrdered: true,
    },
  },
  fee: {
    title: t`Price`,
    detail: t`What an appointment costs, or that it is free`,
    listFields: feeFields,
  },
  region: {
    title: t`Country and language`,
    detail: t`Phone numbers, time zone, week, reminders and languages`,
    listFields: regionFields,
  },
  eligibility: {
    title: t`Who can give blood`,
    detail: t`Ages, weight and waiting times`,
    listFields: eligibilityFields,
  },
  districts: {
    title: t`Districts`,
    detail: t`Where donors are asked for blood`,
    listFields: districtFields,
  },
};
