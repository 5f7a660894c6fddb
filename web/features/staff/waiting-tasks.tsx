import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Icon, nextIcon } from '#web/components/icon.tsx';

import { Section, SectionLoading } from '#web/components/section.tsx';
import { formatNumber } from '#web/i18n/numbers.ts';
import { type OpenTasks, openTasksQuery } from '#web/queries/open-tasks-query.ts';

type Task = { count: number; text: string; to: string };

/** What the site's own checks found, as an owner sees it. */
const problemNames: Record<OpenTasks['problems'][number]['check'], string> = {
  email: t`Emails can't be sent`,
  payments: t`Cards can't be charged`,
  pictures: t`Photos can't be stored`,
  clock: t`The server's clock is wrong`,
  certificate: t`The certificate of the site needs attention`,
  backup: t`Backups need attention`,
};

/** Lists what does not work, then what waits for the person, most urgent first, each with the page where it is done. */
export function WaitingTasks() {
  const { user } = useSession();
  const query = useQuery(openTasksQuery(user?.uid));
  const tasks = query.data ? describeTasks(query.data).filter(({ count }) => count > 0) : [];
  const problems = query.data?.problems ?? [];
  return (
    <Section title={t`What needs you`}>
      {!query.data && <SectionLoading query={query} label={t`Loading what needs you`} />}
      {problems.length > 0 && (
        <ul className="grid gap-2">
          {problems.map(({ check, detail }) => (
            <li key={check} className="bb-error wrap-anywhere">
              {problemNames[check]}: <span lang="en">{detail}</span>
            </li>
          ))}
        </ul>
      )}
      {query.data && tasks.length + problems.length === 0 && (
        <p>
          <Trans>Nothing right now.</Trans>
        </p>
      )}
      {tasks.length > 0 && (
        <ul className="grid divide-y divide-line">
          {tasks.map(({ count, text, to }) => (
            <li key={text}>
              <Link to={to} className="flex min-h-14 items-center gap-4 py-2 hover:text-red-ink">
                <strong className="min-w-8 text-heading text-red-ink">{formatNumber(count)}</strong>
                <span className="flex-1">{text}</span>
                <Icon path={nextIcon} size={1.25} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** Returns the tasks of each kind, most urgent first. A count may be 0. */
export function describeTasks({ followUps, unconfirmed, expectedToday, ...tasks }: OpenTasks): Task[] {
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
  const calls = sum(followUps.map((center) => center.calls));
  const refunds = sum(followUps.map((center) => center.refunds));
  const bookings = sum(unconfirmed.map((center) => center.bookings));
  const [first, ...others] = unconfirmed;
  const expected = sum(expectedToday.map((center) => center.donors));
  const busiest = [...expectedToday].sort((one, other) => other.donors - one.donors)[0];
  const { requests, photos, reviews, payments, messages } = tasks;
  return [
    {
      count: requests,
      text: plural(requests, { one: 'request for blood to check', other: 'requests for blood to check' }),
      to: '/staff/requests',
    },
    {
      count: calls,
      text: plural(calls, { one: 'donor to call', other: 'donors to call' }),
      to: '/staff/closings',
    },
    {
      count: refunds,
      text: plural(refunds, { one: 'donor to refund', other: 'donors to refund' }),
      to: '/staff/closings',
    },
    {
      count: payments,
      text: plural(payments, { one: 'payment to decide', other: 'payments to decide' }),
      to: '/staff/payments',
    },
    {
      count: messages,
      text: plural(messages, { one: 'message was not delivered', other: 'messages were not delivered' }),
      to: '/staff/messages',
    },
    {
      count: photos,
      text: plural(photos, { one: 'photo to check', other: 'photos to check' }),
      to: '/staff/moderation',
    },
    {
      count: reviews,
      text: plural(reviews, { one: 'review to check', other: 'reviews to check' }),
      to: '/staff/moderation',
    },
    {
      count: bookings,
      text: plural(bookings, {
        one: 'booking without a confirmed address',
        other: 'bookings without a confirmed address',
      }),
      to: first && others.length === 0 ? `/staff/centers/${first.centerId}` : '/staff/centers',
    },
    {
      count: expected,
      text: plural(expected, { one: 'donor expected today', other: 'donors expected today' }),
      to: `/staff/today?center=${busiest?.centerId}`,
    },
  ];
}
