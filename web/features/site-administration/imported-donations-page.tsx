import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import {
  countImportedDonations,
  donationColumns,
  eraseImportedDonations,
  importDonations,
  MAX_DONATIONS_LENGTH,
} from '#contract/imported-donations.ts';
import { call } from '#web/api/client.ts';
import { Button } from '#web/components/button.tsx';
import { confirmDialog } from '#web/components/dialogs.ts';
import { focusOnMount } from '#web/components/focus-on-mount.ts';
import { saveFile } from '#web/components/save-file.ts';
import { Section } from '#web/components/section.tsx';
import { PageSpinner } from '#web/components/spinner.tsx';
import { toast } from '#web/components/toast.ts';
import { formatNumber } from '#web/i18n/numbers.ts';
import { ChooseCsvButton, LineErrors, readCsvFile } from '../staff/csv-import.tsx';
import { StaffLoadError } from '../staff/staff-load-error.tsx';
import { useChange } from '../staff/use-change.ts';
import { useStaffQuery } from '../staff/use-staff-query.ts';
import { OwnerPage } from './owner-page.tsx';

type Result = ResponseOf<typeof importDonations>;
type Counts = Pick<Result, 'donors' | 'donations'>;

const columnNames = donationColumns.join(', ');

/** The byte order mark is for Excel, which needs it to read letters of other scripts. */
const sample = `\uFEFF${[
  donationColumns.join(','),
  'rahima@example.org,2024-03-21,Dhaka Medical College,B+,Rahima Khatun',
  'rahima@example.org,2024-11-02,Sandhani,B+,Rahima Khatun',
  'karim@example.org,2023-07-15,Quantum Foundation,,',
].join('\r\n')}\r\n`;

/** An owner imports donations from before this site, which their donors then accept. */
export function ImportedDonationsPage() {
  const { done, failure, isBusy, change } = useChange();
  const [pending, setPending] = useState<{ csv: string; result: Result }>();
  const query = useStaffQuery('imported-donations', countImportedDonations);
  if (query.isPending) return <PageSpinner label={t`Earlier donations`} />;

  const download = () =>
    change(async () => {
      await saveFile('blood-buddies-earlier-donations.csv', sample, 'text/csv');
      toast.success(t`The file is in your downloads`);
      return '';
    });
  const check = (file: File | undefined) =>
    change(async () => {
      setPending(undefined);
      if (!file) return '';
      const csv = await readCsvFile(file, MAX_DONATIONS_LENGTH);
      const result = await call(importDonations, { query: { preview: 'true' }, body: { csv } });
      setPending({ csv, result });
      return '';
    });
  const importFile = (csv: string) =>
    change(async () => {
      const result = await call(importDonations, { query: {}, body: { csv } });
      setPending(undefined);
      const counts = describe(result);
      return t`Imported: ${counts}`;
    });
  async function erase() {
    const isConfirmed = await confirmDialog({
      title: t`Erase the donations that nobody has accepted?`,
      text: t`What donors have accepted stays in their history.`,
      yes: t`Erase`,
      no: t`Cancel`,
    });
    if (!isConfirmed) return;
    await change(async () => {
      const { count } = await call(eraseImportedDonations);
      return plural(count, { one: '# donation is erased.', other: '# donations are erased.' });
    });
  }

  return (
    <OwnerPage
      heading={t`Earlier donations`}
      lead={t`Import what your community recorded before it used this site. Donors see their own donations after they have confirmed their email address, and decide whether to add them to their history.`}
      done={done}
      failure={failure}
    >
      <Section title={t`New import`}>
        <p>
          <Trans>
            Save your spreadsheet as a CSV file. Each donation is a line, and the first line names the
            columns: <span lang="en">{columnNames}</span>. The last two may be left out.
          </Trans>
        </p>
        <Button variant="outlined" isBusy={isBusy} onClick={() => void download()}>
          <Trans>Download a sample</Trans>
        </Button>
        <ChooseCsvButton text={t`Import a CSV file`} isBusy={isBusy} onChoose={(file) => void check(file)} />
        <p className="bb-hint">
          <Trans>You see what is added before anything is saved. Nothing is overwritten.</Trans>
        </p>
        {pending && (
          <Preview
            result={pending.result}
            isBusy={isBusy}
            onConfirm={() => void importFile(pending.csv)}
            onCancel={() => setPending(undefined)}
          />
        )}
      </Section>
      <Section title={t`Not accepted yet`}>
        {query.error ? (
          <StaffLoadError name={t`The number of imported donations`} query={query} />
        ) : (
          <Unclaimed counts={query.data} isBusy={isBusy} onErase={() => void erase()} />
        )}
      </Section>
    </OwnerPage>
  );
}

type PreviewProps = { result: Result; isBusy: boolean; onConfirm: () => void; onCancel: () => void };

function Preview({ result, isBusy, onConfirm, onCancel }: PreviewProps) {
  const { donations, repeated, known, errors } = result;
  if (errors.length > 0) return <LineErrors errors={errors} />;
  return (
    <section aria-label={t`Import this file?`} className="grid gap-4 rounded-medium bg-soft p-4">
      <h3 ref={focusOnMount} tabIndex={-1} className="font-semibold">
        {donations > 0 ? describe(result) : t`There is nothing new in this file.`}
      </h3>
      {repeated.length > 0 && (
        <Skipped
          text={plural(repeated.length, {
            one: '# line has the same address and day as an earlier line of the file:',
            other: '# lines have the same address and day as an earlier line of the file:',
          })}
          lines={repeated.map(({ line }) => line)}
        />
      )}
      {known.length > 0 && (
        <Skipped
          text={plural(known.length, {
            one: '# line was imported before:',
            other: '# lines were imported before:',
          })}
          lines={known}
        />
      )}
      <div className="flex flex-wrap gap-3">
        {donations > 0 && (
          <Button isBusy={isBusy} onClick={onConfirm}>
            <Trans>Import</Trans>
          </Button>
        )}
        <Button variant="outlined" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </section>
  );
}

const MAX_SHOWN = 50;

/** Lists the numbers of lines that are not imported. */
function Skipped({ text, lines }: { text: string; lines: readonly number[] }) {
  const shown = lines.slice(0, MAX_SHOWN).map(formatNumber).join(', ');
  return (
    <p>
      {text} {lines.length > MAX_SHOWN ? `${shown} …` : shown}
    </p>
  );
}

function Unclaimed({ counts, isBusy, onErase }: { counts: Counts; isBusy: boolean; onErase: () => void }) {
  if (counts.donations === 0)
    return (
      <p>
        <Trans>No imported donation waits for its donor.</Trans>
      </p>
    );
  return (
    <>
      <p>{describe(counts)}</p>
      <p className="bb-hint">
        <Trans>They are erased 90 days after their import.</Trans>
      </p>
      <Button variant="danger" isBusy={isBusy} onClick={onErase}>
        <Trans>Erase them now</Trans>
      </Button>
    </>
  );
}

function describe({ donors, donations }: Counts): string {
  const donationCount = plural(donations, { one: '# donation', other: '# donations' });
  const donorCount = plural(donors, { one: '# donor', other: '# donors' });
  return t`${donationCount} of ${donorCount}`;
}
