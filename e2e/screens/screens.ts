import { expect, type Page } from '@playwright/test';
import { ids, type Person } from './content.ts';

export type Screen = {
  /** Names the pictures, and selects them: `npm run screens -- -g landing`. */
  name: string;
  path: string;
  /** Default: a visitor. */
  as?: Person;
  /** Runs before the page opens, for example to change what the API responds. */
  prepare?: (page: Page) => Promise<unknown>;
  /** Runs when the page is complete, for example to open a dialog. */
  act?: (page: Page) => Promise<unknown>;
  /** The page waits for a request that `prepare` holds back. */
  isLoading?: true;
};

/** Responses of the API, by path. */
const respond = (responses: Record<string, unknown>, status = 200) => ({
  async prepare(page: Page) {
    for (const [path, json] of Object.entries(responses))
      await page.route(`**/api${path}`, (route) => route.fulfill({ status, json }));
  },
});
const failing = (path: string) => respond({ [path]: {} }, 500);
/** The requests wait until the page closes. */
const loading = (path: string) => ({
  prepare: (page: Page) => page.route(`**/api${path}`, () => undefined),
  isLoading: true as const,
});
const goOffline = { act: (page: Page) => page.context().setOffline(true) };

const as = (person: Person, screens: Screen[]): Screen[] =>
  screens.map((screen) => ({ as: person, ...screen }));

const visitors: Screen[] = [
  { name: 'landing', path: '/' },
  { name: 'about', path: '/about' },
  { name: 'contact', path: '/contact' },
  { name: 'campaign', path: '/campaign' },
  { name: 'blogs', path: '/blogs' },
  { name: 'post', path: '/blogs/what-to-bring' },
  { name: 'free-page', path: '/p/terms' },
  { name: 'donor', path: '/donor' },
  { name: 'reciever', path: '/reciever' },
  { name: 'can-i-donate', path: '/can-i-donate' },
  { name: 'centers', path: '/centers' },
  { name: 'center', path: `/centers/${ids.quietCenter}` },
  { name: 'center-failing', path: `/centers/${ids.quietCenter}`, ...failing('/centers/*/days*') },
  { name: 'center-unknown', path: '/centers/none' },
  { name: 'login', path: '/login' },
  { name: 'register', path: '/register' },
  { name: 'account-action', path: '/account/action' },
  { name: 'reminder-incomplete', path: '/reminder' },
  { name: 'slot-offer-incomplete', path: '/slot-offer' },
  { name: 'not-found', path: '/nowhere' },
];

// Staff pages in other pictures add to this list.
const noLog = respond({ '/user/access-log': [] });

const newcomers = as('newcomer', [
  { name: 'appointments-empty', path: '/dashboard/appointments', ...respond({ '/appointments?*': [] }) },
  { name: 'donations-empty', path: '/dashboard/donations', ...respond({ '/appointments?*': [] }) },
  { name: 'account', path: '/dashboard/account', ...noLog },
]);

const appointments = '/dashboard/appointments';
const members = as('member', [
  { name: 'appointments', path: appointments },
  { name: 'appointments-loading', path: appointments, ...loading('/appointments?*') },
  { name: 'appointments-failing', path: appointments, ...failing('/appointments?*') },
  { name: 'appointments-offline', path: appointments, ...goOffline },
  { name: 'donations', path: '/dashboard/donations' },
  { name: 'donations-failing', path: '/dashboard/donations', ...failing('/appointments?*') },
  { name: 'pass', path: `/dashboard/pass/${ids.paid}` },
  { name: 'pass-unpaid', path: `/dashboard/pass/${ids.unpaid}` },
  { name: 'payment', path: `/dashboard/payment/${ids.unpaid}` },
  { name: 'payment-failing', path: `/dashboard/payment/${ids.unpaid}`, ...failing('/appointments/*') },
  { name: 'payment-unknown', path: '/dashboard/payment/none' },
  { name: 'receipt', path: `/dashboard/payment/${ids.paid}` },
  { name: 'gallery', path: '/dashboard/gallery' },
  { name: 'gallery-empty', path: '/dashboard/gallery', ...respond({ '/photo*': [] }) },
  { name: 'gallery-loading', path: '/dashboard/gallery', ...loading('/photo*') },
  { name: 'gallery-failing', path: '/dashboard/gallery', ...failing('/photo*') },
  { name: 'donors', path: '/dashboard/donors' },
  { name: 'volunteers', path: '/dashboard/volunteers' },
  { name: 'dashboard-not-found', path: '/dashboard/nowhere' },
]);

const noCounts = { expectedToday: [], photos: 0, reviews: 0, payments: 0, messages: 0 };
const noTasks = { '/staff/open-tasks': { followUps: [], unconfirmed: [], ...noCounts } };
const followUp = { centerId: ids.quietCenter, calls: 1, refunds: 0 };
const oneCall = { '/staff/open-tasks': { followUps: [followUp], unconfirmed: [], ...noCounts } };
const logEntry = { at: '2026-12-01T03:30:00.000Z', people: [] };
const bySomebody = { ...logEntry, role: 'owner', actor: 'shirin@example.org', device: 'Chrome, Linux' };
const log = [
  { ...bySomebody, _id: '2', action: 'view appointments', centerId: ids.quietCenter },
  { ...logEntry, _id: '1', role: 'operator', action: 'grant owner' },
];

const today = '/staff/today?center=c1';
const center = `/staff/centers/${ids.quietCenter}`;
const staff = as('staff', [
  { name: 'staff-start', path: '/staff' },
  { name: 'staff-start-idle', path: '/staff', ...respond(noTasks) },
  { name: 'staff-start-failing', path: '/staff', ...failing('/staff/open-tasks') },
  { name: 'today', path: today },
  { name: 'today-empty', path: `/staff/today?center=${ids.quietCenter}` },
  { name: 'today-loading', path: today, ...loading('/staff/centers/*/appointments*') },
  { name: 'today-failing', path: today, ...failing('/staff/centers/*/appointments*') },
  { name: 'today-offline', path: `/staff/today?center=${ids.quietCenter}`, ...goOffline },
  { name: 'today-other-day', path: `/staff/today?center=${ids.quietCenter}&date=2026-12-05` },
  { name: 'scan', path: '/staff/scan' },
  { name: 'staff-centers', path: '/staff/centers' },
  { name: 'staff-centers-empty', path: '/staff/centers', ...respond({ '/staff/centers': [] }) },
  { name: 'staff-centers-failing', path: '/staff/centers', ...failing('/staff/centers') },
  { name: 'staff-center', path: center },
  { name: 'staff-center-new', path: '/staff/centers/new' },
  { name: 'series', path: `${center}?series=${ids.series}` },
  { name: 'series-new', path: `${center}?series=new` },
  { name: 'closings', path: `/staff/closings?center=${ids.quietCenter}`, ...respond(oneCall) },
  { name: 'figures', path: '/staff/figures?month=2026-11' },
  { name: 'figures-empty', path: '/staff/figures?month=2026-10' },
  { name: 'figures-failing', path: '/staff/figures', ...failing('/staff/figures*') },
  { name: 'moderation-photo', path: '/staff/moderation' },
  { name: 'moderation-review', path: '/staff/moderation', act: openNextItem },
  {
    name: 'moderation-empty',
    path: '/staff/moderation',
    ...respond({ '/staff/moderation': [], ...noTasks }),
  },
  { name: 'moderation-failing', path: '/staff/moderation', ...failing('/staff/moderation') },
  { name: 'reviews', path: '/staff/reviews' },
  { name: 'site', path: '/staff/site' },
  ...['identity', 'contact', 'links', 'landing', 'counters', 'region', 'campaign', 'post', 'page'].map(
    (kind) => ({ name: `site-${kind}`, path: `/staff/site/${kind}` }),
  ),
  ...['campaign', 'post', 'page', 'team-card', 'sponsor'].map((kind) => ({
    name: `site-${kind}-new`,
    path: `/staff/site/${kind}/new`,
  })),
  { name: 'site-post-published', path: '/staff/site/post/screens-post-0001' },
  { name: 'people', path: '/staff/people' },
  { name: 'log', path: '/staff/log', ...respond({ '/staff/log*': log }) },
  { name: 'settings', path: '/staff/settings' },
  { name: 'accounts', path: '/staff/accounts' },
  { name: 'payments', path: '/staff/payments' },
  { name: 'messages', path: '/staff/messages' },
  { name: 'backups', path: '/staff/backups' },
]);

/** All screens. To add one, add a line above, then run `npm run screens -- -g NAME --update-snapshots`. */
export const screens: Screen[] = [...visitors, ...newcomers, ...members, ...staff];

async function openNextItem(page: Page): Promise<void> {
  await page.keyboard.press('j');
  await expect(page.getByRole('article')).toContainText('Kind people');
}
