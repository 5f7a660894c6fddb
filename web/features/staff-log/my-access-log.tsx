import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ResponseOf } from '#contract/endpoint.ts';
import { listAccessLog } from '#contract/staff.ts';
import { call } from '#web/api/client.ts';
import { hasFeature } from '#web/api/config.ts';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { LongList } from '#web/components/long-list.tsx';
import { Section, SectionLoading } from '#web/components/section.tsx';
import { formatDateTime } from '#web/i18n/days.ts';
import { formatNumber } from '#web/i18n/numbers.ts';
import { centersQuery } from '#web/queries/center-queries.ts';
import { roleNames } from '../staff/texts.ts';
import { actionText } from './action-texts.ts';

/** Lists when, and in which role, staff viewed or changed the member's data. */
export default function MyAccessLog() {
  return hasFeature('staff') ? <MyAccessLogSection /> : null;
}

function MyAccessLogSection() {
  const { user } = useSession();
  const log = useQuery({
    queryKey: ['access-log', user?.uid],
    queryFn: ({ signal }) => call(listAccessLog, { signal }),
  });
  const hasCenters = log.data?.some(({ centerId }) => centerId) ?? false;
  const { data: centers } = useQuery({ ...centersQuery, enabled: hasCenters });
  const centerName = (id?: string) => centers?.find(({ _id }) => _id === id)?.name;
  return (
    <Section title={t`Who looked at your data`}>
      <SectionLoading query={log} label={t`Loading who looked at your data`} />
      {log.data?.length === 0 && (
        <p>
          <Trans>Nobody on the staff has looked at your data or changed it.</Trans>
        </p>
      )}
      {log.data && log.data.length > 0 && (
        <LongList items={groupRepeated(log.data)}>
          {({ count, ...entry }) => (
            <li key={`${entry.at} ${entry.action}`} className="grid gap-1">
              <strong>{actionText(entry.action)}</strong>
              <span>{[roleNames[entry.role], centerName(entry.centerId)].filter(Boolean).join(', ')}</span>
              <span className="bb-hint">
                {formatDateTime(entry.at)}
                {count > 1 && ` · ${t`${formatNumber(count)} times on this day`}`}
              </span>
            </li>
          )}
        </LongList>
      )}
    </Section>
  );
}

type Entry = ResponseOf<typeof listAccessLog>[number];

/** Merges entries that differ only in their time of day into one, with the latest time. */
function groupRepeated(entries: readonly Entry[]): (Entry & { count: number })[] {
  const groups = new Map<string, Entry & { count: number }>();
  for (const entry of entries) {
    const { at, role, centerId, action } = entry;
    const key = [at.slice(0, 10), role, centerId, action].join(' ');
    const group = groups.get(key);
    if (group) group.count += 1;
    else groups.set(key, { ...entry, count: 1 });
  }
  return [...groups.values()];
}
