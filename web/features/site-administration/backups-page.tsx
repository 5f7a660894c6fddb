import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ResponseOf } from '#contract/endpoint.ts';
import { listBackups, startBackup } from '#contract/staff-backups.ts';
import { call } from '#web/api/client.ts';
import { Button } from '#web/components/button.tsx';
import { confirmDialog } from '#web/components/dialogs.ts';
import { Section } from '#web/components/section.tsx';
import { PageSpinner, Spinner } from '#web/components/spinner.tsx';
import { formatDateTime } from '#web/i18n/days.ts';
import { StaffLoadError } from '../staff/staff-load-error.tsx';
import { useChange } from '../staff/use-change.ts';
import { useStaffQuery } from '../staff/use-staff-query.ts';
import { OwnerPage } from './owner-page.tsx';

type Backups = ResponseOf<typeof listBackups>;

const REFRESH_MS = 2_000;

/** An owner makes a backup on the server and sees the earlier ones. */
export function BackupsPage() {
  const { done, failure, isBusy, change } = useChange();
  const query = useStaffQuery('backups', listBackups, {
    refetchInterval: ({ state }) => (state.data?.isRunning ? REFRESH_MS : false),
  });
  if (query.isPending) return <PageSpinner label={t`Backups`} />;

  async function start() {
    const isConfirmed = await confirmDialog({
      title: t`Make a backup now?`,
      text: t`It contains all data and photos of the site, and stays on the server. The site keeps running.`,
      yes: t`Make a backup`,
      no: t`Cancel`,
    });
    if (!isConfirmed) return;
    await change(async () => {
      await call(startBackup);
      return t`The backup has started.`;
    });
  }

  return (
    <OwnerPage
      heading={t`Backups`}
      lead={t`A backup is a folder on the server. Copy it to another machine, so that a broken disk cannot take both.`}
      done={done}
      failure={failure}
    >
      {query.error ? (
        <StaffLoadError name={t`The list of backups`} query={query} />
      ) : (
        <>
          <Section title={t`New backup`}>
            <NewBackup backups={query.data} isBusy={isBusy} onStart={() => void start()} />
          </Section>
          {query.data.state === 'ready' && (
            <Section title={t`Finished backups`}>
              <FinishedBackups backups={query.data.backups} />
            </Section>
          )}
        </>
      )}
    </OwnerPage>
  );
}

function NewBackup({ backups, isBusy, onStart }: { backups: Backups; isBusy: boolean; onStart: () => void }) {
  const { state, isRunning, failure } = backups;
  if (state === 'no-folder')
    return (
      <p>
        <Trans>
          No folder for backups is set. Ask whoever runs the server to set BACKUP_DIR and to restart the site.
        </Trans>
      </p>
    );
  if (state === 'postgresql')
    return (
      <p>
        <Trans>
          This site uses PostgreSQL. Whoever runs the server backs it up with the tools of PostgreSQL.
        </Trans>
      </p>
    );
  if (isRunning)
    return (
      <p className="flex items-center gap-3">
        <Spinner size="small" /> <Trans>A backup is being made. You can leave this page.</Trans>
      </p>
    );
  return (
    <>
      {failure !== undefined && (
        <p className="bb-error wrap-anywhere">
          <Trans>
            The last backup failed: <q lang="en">{failure}</q>
          </Trans>
        </p>
      )}
      <Button isBusy={isBusy} onClick={onStart}>
        <Trans>Make a backup</Trans>
      </Button>
    </>
  );
}

function FinishedBackups({ backups }: { backups: Backups['backups'] }) {
  if (backups.length === 0)
    return (
      <p>
        <Trans>There is no backup yet.</Trans>
      </p>
    );
  return (
    <ul className="grid gap-4">
      {backups.map(({ _id, madeAt }) => (
        <li key={_id} className="grid gap-1 wrap-anywhere">
          <strong>{formatDateTime(madeAt)}</strong>
          <span className="bb-hint">{_id}</span>
        </li>
      ))}
    </ul>
  );
}
