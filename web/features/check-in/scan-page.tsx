import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Center } from '#contract/centers.ts';
import { centerNumber, parseToken } from '#contract/donation-pass.ts';
import { centersQuery } from '#web/api/center-queries.ts';
import { useQuery } from '#web/api/queries.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { PageSpinner } from '#web/components/spinner.tsx';
import { type CheckedPass, checkPass } from './check-pass.ts';
import { ConnectionStatus } from './connection-status.tsx';
import { signal } from './signals.ts';
import { dayAt } from './texts.ts';
import { TypedCode } from './typed-code.tsx';
import { useCamera } from './use-camera.ts';
import { useCenters } from './use-centers.ts';
import { useCheckIn } from './use-check-in.ts';
import { VerdictPanel, verdictKind } from './verdict-panel.tsx';

/** Checks donation passes with the camera, also without a connection. */
export function ScanPage() {
  const [search] = useSearchParams();
  const { data, isPending } = useCenters();
  const center = data?.find(({ _id }) => _id === search.get('center')) ?? data?.[0];
  if (isPending) return <PageSpinner label={t`Scan passes`} />;
  return (
    <div className="grid max-w-xl grid-cols-1 gap-4">
      <h1 tabIndex={-1}>
        <Trans>Scan passes</Trans>
      </h1>
      {center ? <Scanner key={center._id} center={center} /> : <BackToList />}
    </div>
  );
}

const BackToList = () => (
  <LinkButton to="/staff/today" variant="outlined" className="min-h-12">
    <Trans>To the list</Trans>
  </LinkButton>
);

function Scanner({ center }: { center: Center }) {
  const checkIn = useCheckIn(center._id);
  const [checked, setChecked] = useState<CheckedPass>();
  const [passCenter, setCenterNumber] = useState<number>();
  const { data: centers } = useQuery(centersQuery);
  const otherCenter = centers?.find(({ _id }) => centerNumber(_id) === passCenter)?.name;
  const check = (text: string, isCurrent: boolean) => {
    const { passKeys: keys, ...state } = checkIn.checkIn.getState();
    const today = dayAt(center, checkIn.checkIn.now());
    return checkPass(text, { centerId: center._id, today, isCurrent, keys, ...state });
  };

  async function handle(text: string): Promise<void> {
    setCenterNumber(parseToken(text)?.pass.center);
    let result = await check(text, false);
    // The list may be older than the booking.
    if (['unlisted', 'unchecked', 'not-listed'].includes(result.verdict) && navigator.onLine) {
      await checkIn.checkIn.sync();
      result = await check(text, !checkIn.checkIn.getState().error);
    }
    setChecked(result);
    const kind = verdictKind(result.verdict);
    signal(kind);
    const { appointmentId } = result;
    if (kind !== 'good' || !appointmentId) return;
    await checkIn.setStatus({ appointmentId, status: 'arrived', isScan: true });
    await checkIn.checkIn.settled();
    const { rows } = checkIn.checkIn.getState();
    if (!rows.some(({ _id, conflict }) => _id === appointmentId && conflict)) return;
    // Another device has scanned the pass before.
    setChecked((current) => (current === result ? { ...result, verdict: 'used' } : current));
    signal(verdictKind('used'));
  }
  const { video, error } = useCamera((text) => void handle(text));
  const undo = () => {
    if (checked?.appointmentId) checkIn.setStatus({ appointmentId: checked.appointmentId, status: 'booked' });
    setChecked(undefined);
  };
  const checkInUnlisted = ({ appointmentId = '' }: CheckedPass) => {
    checkIn.setStatus({ appointmentId, status: 'arrived', isScan: true });
    setChecked((current) => current && { ...current, verdict: 'unlisted' });
  };

  return (
    <>
      <p className="bb-lead">{center.name}</p>
      <ConnectionStatus checkIn={checkIn} canDecide={false} />
      <div role="status" className="grid gap-2">
        {checked ? (
          <VerdictPanel checked={checked} otherCenter={otherCenter} />
        ) : (
          <p className="rounded-medium border-2 border-line p-4 text-large">
            <Trans>Hold the QR code of a donation pass in front of the camera.</Trans>
          </p>
        )}
      </div>
      {checked && verdictKind(checked.verdict) === 'good' && (
        <Button variant="outlined" className="min-h-14" onClick={undo}>
          <Trans>Undo</Trans>
        </Button>
      )}
      {checked?.verdict === 'not-listed' && (
        <Button className="min-h-14" onClick={() => checkInUnlisted(checked)}>
          <Trans>Check in</Trans>
        </Button>
      )}
      {error ? (
        <p
          role="alert"
          className="grid aspect-[4/3] content-center rounded-medium bg-warn-soft p-4 text-warn"
        >
          <Trans>The camera is not available. Allow it in the browser's settings, or type the number.</Trans>
        </p>
      ) : (
        <video
          ref={video}
          playsInline
          muted
          aria-label={t`Camera`}
          className="aspect-[4/3] w-full rounded-medium bg-soft object-cover"
        />
      )}
      <TypedCode rows={checkIn.rows} setStatus={checkIn.setStatus} onCode={handle} />
      <BackToList />
    </>
  );
}
