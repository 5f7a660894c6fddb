import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { listAccessLog } from '#contract/staff.ts';
import { call } from '#web/api/client.ts';
import { useFeature } from '#web/api/config.ts';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Section, SectionLoading } from '../account/section.tsx';
import { actionText, formatTime, roleNames } from './texts.ts';

/** Lists by which role the member's data was viewed or changed, and when. */
export default function MyAccessLog() {
  return useFeature('staff') ? <MyAccessLogSection /> : null;
}

function MyAccessLogSection() {
  const { user } = useSession();
  const log = useQuery({
    queryKey: ['access-log', user?.uid],
    queryFn: ({ signal }) => call(listAccessLog, { signal }),
  });
  return (
    <Section title={t`Who looked at your data`}>
      <SectionLoading query={log} label={t`Loading who looked at your data`} />
      {log.data?.length === 0 && (
        <p>
          <Trans>Nobody on the staff has looked at your data or changed it.</Trans>
        </p>
      )}
      {log.data && log.data.length > 0 && (
        <ul className="grid gap-4">
          {log.data.map((entry) => (
            <li key={`${entry.at} ${entry.action}`} className="grid gap-1">
              <strong>{actionText(entry.action)}</strong>
              <span>{roleNames[entry.role]}</span>
              <span className="bb-hint">{formatTime(entry.at)}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
