import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { type Displacement, removeSeries } from '#contract/center-administration.ts';
import { call } from '#web/api/client.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { staffErrorText } from '../staff/error-texts.ts';
import { type Series, toStoredRule } from './center-queries.ts';
import { ConfirmChange } from './confirm-change.tsx';
import { describeSeries } from './series-texts.ts';

type Props = { centerId: string; series: Series[]; onDone: (message: string) => Promise<void> };
type Removal = { id: string; displaced: Displacement[] };

/** Lists the series of a center. Before one is removed, the page shows who is booked. */
export function SeriesList({ centerId, series, onDone }: Props) {
  const [removal, setRemoval] = useState<Removal>();
  const { failure, isBusy, attempt } = useFormAction(staffErrorText);
  const params = (seriesId: string) => ({ id: centerId, seriesId });
  const prepare = (id: string) =>
    attempt(async () => {
      const query = { preview: 'true' } as const;
      setRemoval({ id, ...(await call(removeSeries, { params: params(id), query })) });
    });
  const remove = (id: string) =>
    attempt(async () => {
      await call(removeSeries, { params: params(id), query: {} });
      setRemoval(undefined);
      await onDone(t`The clinics are removed.`);
    });
  if (series.length === 0)
    return (
      <p>
        <Trans>
          No clinics yet. Until you add some, donors can request any day at this center, without a limit.
        </Trans>
      </p>
    );
  return (
    <>
      <ul className="grid gap-6">
        {series.map((entry) => (
          <li key={entry._id} className="grid gap-3">
            <p>{describeSeries(toStoredRule(entry))}</p>
            {removal?.id === entry._id ? (
              <ConfirmChange
                question={t`Remove these clinics?`}
                action={t`Remove`}
                displaced={removal.displaced}
                note={
                  series.length === 1
                    ? t`These are the last clinics of this center. Without any, donors can request any day here, without a limit. To stop, change the last day of these clinics instead.`
                    : undefined
                }
                isBusy={isBusy}
                onConfirm={() => void remove(entry._id)}
                onCancel={() => setRemoval(undefined)}
              />
            ) : (
              <div className="flex flex-wrap gap-3">
                <LinkButton to={`?series=${entry._id}`} variant="outlined" size="small">
                  <Trans>Change</Trans>
                </LinkButton>
                <Button variant="danger" size="small" isBusy={isBusy} onClick={() => void prepare(entry._id)}>
                  <Trans>Remove</Trans>
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      <FormError text={failure} />
    </>
  );
}
