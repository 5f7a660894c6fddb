import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { Feature } from '#contract/features.ts';
import type { StaffRole } from '#contract/staff-access.ts';
import { hasFeature } from '#web/api/config.ts';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Icon, menuIcon } from '#web/components/icon.tsx';
import { checkIcon, clockIcon, dropIcon, peopleIcon, photoIcon, placeIcon } from '#web/components/icons.ts';
import { formatNumber } from '#web/i18n/numbers.ts';
import { countFollowUps, type OpenTasks, openTasksQuery } from '#web/queries/open-tasks-query.ts';

const chartIcon = 'M4 20h16M7 20v-6M12 20V5M17 20v-9';
const closedDayIcon =
  'M5 6h14a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1zM8.5 3.5v4M15.5 3.5v4M9 11l6 6M15 11l-6 6';
const homeIcon = 'M4 11.5L12 4l8 7.5M6 10v9a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1v-9M10 20v-5h4v5';
const listIcon = 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01';
const penIcon = 'M4 20l1-4.2L16.3 4.5a2 2 0 0 1 2.9 0l.3.3a2 2 0 0 1 0 2.9L8.2 19 4 20zM14.3 6.5l3.2 3.2';
const settingsIcon =
  'M4 7.5h8M17.5 7.5H20M4 16.5h2.5M12 16.5h8M14.8 10.3a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6zM9.2 19.3a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6z';

type StaffPage = {
  to: string;
  label: string;
  icon: string;
  roles?: readonly StaffRole[];
  feature?: Feature;
  /** Pages that this one links to and that the menu does not list. */
  others?: readonly string[];
  /** What waits on the page, as a number and the words that screen readers add to it. */
  waiting?: { count: (tasks: OpenTasks) => number; text: string };
};

/** If `roles` is absent, all staff see the page. */
const allPages: readonly StaffPage[] = [
  { to: '/staff', label: t`Start`, icon: homeIcon, roles: ['owner', 'moderator', 'editor'] },
  {
    to: '/staff/today',
    label: t`Today`,
    icon: checkIcon,
    roles: ['owner', 'coordinator', 'door'],
    others: ['/staff/scan'],
  },
  { to: '/staff/centers', label: t`Centers`, icon: placeIcon, roles: ['owner', 'coordinator'] },
  {
    to: '/staff/closings',
    label: t`Closings`,
    icon: closedDayIcon,
    roles: ['owner', 'coordinator'],
    waiting: { count: ({ followUps }) => countFollowUps(followUps), text: t`to call or refund` },
  },
  {
    to: '/staff/requests',
    label: t`Requests`,
    icon: dropIcon,
    roles: ['owner', 'coordinator'],
    others: ['/staff/needs'],
    feature: 'requests',
    waiting: { count: ({ requests }) => requests, text: t`to check` },
  },
  { to: '/staff/figures', label: t`Figures`, icon: chartIcon, roles: ['owner', 'coordinator'] },
  {
    to: '/staff/moderation',
    label: t`Moderate`,
    icon: photoIcon,
    roles: ['owner', 'moderator'],
    others: ['/staff/reviews'],
    waiting: { count: ({ photos, reviews }) => photos + reviews, text: t`to decide` },
  },
  { to: '/staff/site', label: t`Your site`, icon: penIcon, roles: ['owner', 'editor'] },
  { to: '/staff/people', label: t`People`, icon: peopleIcon, roles: ['owner'] },
  { to: '/staff/log', label: t`Log`, icon: listIcon, roles: ['owner'] },
  {
    to: '/staff/settings',
    label: t`Settings`,
    icon: settingsIcon,
    roles: ['owner'],
    others: [
      '/staff/accounts',
      '/staff/payments',
      '/staff/imported-donations',
      '/staff/messages',
      '/staff/backups',
    ],
    waiting: { count: ({ payments, messages }) => payments + messages, text: t`to check` },
  },
  { to: '/staff/shift', label: t`Your shift`, icon: clockIcon, roles: ['coordinator', 'door'] },
];

/** The icon is above the label, so that all pages of an owner fit into one row of a wide screen. */
const linkClass =
  'bb-drawer-link h-full flex-col justify-center gap-1 px-1 py-2 text-center text-small leading-tight max-sm:text-[0.8125rem] lg:px-3 xl:py-1';

/**
 * Links to the pages for the person's roles. If there are more than four pages, phones show three links and 'More', so that the content starts near the
 * top.
 */
export function StaffMenu({ roles }: { roles: readonly { role: StaffRole }[] }) {
  const pages = allPages.filter(
    (page) =>
      (!page.feature || hasFeature(page.feature)) &&
      (!page.roles || roles.some(({ role }) => page.roles?.includes(role))),
  );
  const { pathname, key } = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  // The menu closes when the next page opens.
  const isOpen = openAt === key;
  const current = pages.findIndex(({ to, others = [] }) =>
    to === '/staff' ? pathname === to : [to, ...others].some((path) => pathname.startsWith(path)),
  );
  const isShown = (index: number) =>
    isOpen || pages.length <= 4 || index < 2 || index === Math.max(current, 2);
  const { user } = useSession();
  const hasTasks = pages.some(({ waiting }) => waiting !== undefined);
  const { data: tasks } = useQuery({ ...openTasksQuery(user?.uid), enabled: hasTasks });
  const count = ({ waiting }: StaffPage) => (tasks && waiting?.count(tasks)) ?? 0;
  const hidden = pages.filter((_, index) => !isShown(index)).reduce((sum, page) => sum + count(page), 0);
  return (
    <nav aria-label={t`Staff`}>
      <ul className="grid grid-cols-4 gap-1 sm:grid-cols-6 lg:flex">
        {pages.map((page, index) => (
          <li key={page.to} className={`relative ${isShown(index) ? '' : 'max-sm:hidden'}`}>
            <Link to={page.to} className={linkClass} aria-current={index === current ? 'page' : undefined}>
              <Icon path={page.icon} size={1.375} />
              {page.label}
            </Link>
            <WaitingCount count={count(page)} text={page.waiting?.text} />
          </li>
        ))}
        {pages.length > 4 && (
          <li className="relative sm:hidden">
            <button
              type="button"
              className={`${linkClass} w-full`}
              aria-expanded={isOpen}
              onClick={() => setOpenAt(isOpen ? undefined : key)}
            >
              <Icon path={menuIcon} size={1.375} />
              {isOpen ? t`Less` : t`More`}
            </button>
            <WaitingCount count={hidden} text={t`waiting on other pages`} />
          </li>
        )}
      </ul>
    </nav>
  );
}

function WaitingCount({ count, text }: { count: number; text: string | undefined }) {
  if (count === 0) return null;
  return (
    <span className="pointer-events-none absolute -top-2 -end-1 rounded-full bg-red px-2 text-small font-semibold text-on-red">
      {formatNumber(count)} <span className="sr-only">{text}</span>
    </span>
  );
}
