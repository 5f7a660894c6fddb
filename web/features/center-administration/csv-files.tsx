import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { exportCenters, importCenters, MAX_CSV_LENGTH } from '#contract/centers-csv.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { call } from '#web/api/client.ts';
import { fetchFile } from '#web/api/fetch-file.ts';
import { useQueryClient } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Button } from '#web/components/button.tsx';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { saveFile } from '#web/components/save-file.ts';
import { SectionDone } from '#web/components/section.tsx';
import { toast } from '#web/components/toast.ts';
import { formatNumber } from '#web/i18n/numbers.ts';
import { ChooseCsvButton, LineErrors, readCsvFile } from '../staff/csv-import.tsx';
import { staffErrorText } from '../staff/error-texts.ts';
import { ConfirmChange } from './confirm-change.tsx';

type Result = ResponseOf<typeof importCenters>;

/** Exports all centers as CSV, and imports such a file after showing its changes. */
export function CsvFiles() {
  const { user } = useSession();
  const cache = useQueryClient();
  const { failure, isBusy, attempt } = useFormAction(staffErrorText);
  const [pending, setPending] = useState<{ csv: string; result: Result }>();
  const [done, setDone] = useState<string>();

  const download = () =>
    attempt(async () => {
      const content = await fetchFile(exportCenters.path);
      await saveFile('blood-buddies-centers.csv', content, content.type);
      toast.success(t`The file is in your downloads`);
    });
  const check = (file: File | undefined) =>
    attempt(async () => {
      setDone(undefined);
      setPending(undefined);
      if (!file) return;
      const csv = await readCsvFile(file, MAX_CSV_LENGTH);
      setPending({ csv, result: await call(importCenters, { query: { preview: 'true' }, body: { csv } }) });
    });
  const importFile = (csv: string) =>
    attempt(async () => {
      const { centers, series } = await call(importCenters, { query: {}, body: { csv } });
      setPending(undefined);
      const changes = describe(centers, series);
      setDone(t`Imported. ${changes}`);
      await cache.invalidateQueries({ queryKey: ['staff', user?.uid] });
    });

  const { errors = [], displaced = [] } = pending?.result ?? {};
  return (
    <>
      <p>
        <Trans>
          Download your centers and clinics as a CSV file, change it in a spreadsheet, and import it again.
          Names identify centers.
        </Trans>
      </p>
      <Button variant="outlined" isBusy={isBusy} onClick={() => void download()}>
        <Trans>Download as CSV</Trans>
      </Button>
      <ChooseCsvButton text={t`Import a CSV file`} isBusy={isBusy} onChoose={(file) => void check(file)} />
      <p className="bb-hint">
        <Trans>You see what changes before anything is saved.</Trans>
      </p>
      <FormError text={failure} />
      <SectionDone text={done} />
      {errors.length > 0 && <LineErrors errors={errors} />}
      {pending && errors.length === 0 && (
        <>
          <p>{describe(pending.result.centers, pending.result.series)}</p>
          <p className="font-semibold wrap-anywhere">{pending.result.names.join(', ')}</p>
          <ConfirmChange
            question={t`Import this file?`}
            action={t`Import`}
            displaced={displaced}
            isBusy={isBusy}
            onConfirm={() => void importFile(pending.csv)}
            onCancel={() => setPending(undefined)}
          />
        </>
      )}
    </>
  );
}

function describe(centers: Result['centers'], series: Result['series']): string {
  const [added, changed] = [formatNumber(centers.added), formatNumber(centers.changed)];
  const [newSeries, oldSeries] = [formatNumber(series.added), formatNumber(series.removed)];
  return t`Centers: ${added} added, ${changed} changed. Series of clinics: ${newSeries} added, ${oldSeries} removed.`;
}
