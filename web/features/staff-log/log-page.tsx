import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ResponseOf } from '#contract/endpoint.ts';
import { LOG_PAGE_SIZE, listLog } from '#contract/staff.ts';
import { call } from '#web/api/client.ts';
import { type InfiniteData, useInfiniteQuery, useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Button } from '#web/components/button.tsx';
import { PageSpinner } from '#web/components/spinner.tsx';
import { formatDateTime } from '#web/i18n/days.ts';
import { staffCentersQuery } from '#web/queries/staff-center-queries.ts';
import { translateBrowserName } from '../account/session-list.tsx';
import { StaffLoadError } from '../staff/staff-load-error.tsx';
import { StaffPage } from '../staff/staff-page.tsx';
import { roleNames } from '../staff/texts.ts';
import { actionText } from './action-texts.ts';
import { LogCheck } from './log-check.tsx';

type Entry = ResponseOf<typeof listLog>[number];

/** Lists the actions of staff, latest first. */
export function LogPage() {
  const { user } = useSession();
  const log = useInfiniteQuery<Entry[], Error, InfiniteData<Entry[]>, unknown[], string | undefined>({
    queryKey: ['staff', user?.uid, 'log'],
    queryFn: ({ signal, pageParam: before }) => call(listLog, { signal, query: before ? { before } : {} }),
    initialPageParam: undefined,
    getNextPageParam: (page) => (page.length === LOG_PAGE_SIZE ? page.at(-1)?._id : undefined),
  });
  const { data: centers } = useQuery(staffCentersQuery(user?.uid));
  const describe = ({ actor, role, centerId, device, people }: Entry) => {
    const center = centers?.find(({ _id }) => _id === centerId)?.name;
    const data =
      people.length > 0 && plural(people.length, { one: 'data of # person', other: 'data of # people' });
    return [actor, roleNames[role], center, translateBrowserName(device), data].filter(Boolean).join(', ');
  };
  if (log.isPending) return <PageSpinner label={t`Log`} />;
  const entries = log.data?.pages.flat() ?? [];
  return (
    <StaffPage
      heading={t`Log`}
      lead={t`What staff did with roles and with data of members. Nobody can change these entries, and nobody can delete those of the last 3 years.`}
    >
      {log.error && <StaffLoadError name={t`The log`} query={log} />}
      <LogCheck />
      {entries.length > 0 && (
        <ol className="bb-card grid gap-5 p-6">
          {entries.map((entry) => (
            <li key={entry._id} className="grid gap-1 wrap-anywhere">
              <strong>{actionText(entry.action)}</strong>
              <span>{describe(entry)}</span>
              <span className="bb-hint">{formatDateTime(entry.at)}</span>
            </li>
          ))}
        </ol>
      )}
      {log.hasNextPage && (
        <Button
          variant="outlined"
          className="justify-self-start"
          isBusy={log.isFetchingNextPage}
          onClick={() => void log.fetchNextPage()}
        >
          <Trans>Show earlier entries</Trans>
        </Button>
      )}
    </StaffPage>
  );
}
