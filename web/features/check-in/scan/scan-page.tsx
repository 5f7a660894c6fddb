import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import type { Center } from '#contract/centers.ts';
import { centerNumber, parseToken } from '#contract/donation-pass.ts';
import { useQuery } from '#web/api/queries.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { PageSpinner } from '#web/components/spinner.tsx';
import { centersQuery } from '#web/queries/center-queries.ts';
import { useChosenCenter } from '#web/queries/use-chosen-center.ts';
import { useIsCoordinator } from '../../staff/staff-layout.tsx';
import { playSignal } from '../device/signals.ts';
import { ConnectionStatus } from '../today/connection-status.tsx';
import { RejectedChanges } from '../today/rejected-changes.tsx';
import { useSingleTaps } from '../today/use-single-taps.ts';
import { useCenters } from '../use-centers.ts';
import { useCheckIn, useToday } from '../use-check-in.ts';
import { CameraControls } from './camera-controls.tsx';
import { type CheckedPass, checkPass, createPassContext } from './check-pass.ts';
import { createScanner } from './scan.ts';
import { TypedCode } from './typed-code.tsx';
import { useCamera } from './use-camera.ts';
import { VerdictPanel } from './verdict-panel.tsx';
import { verdictKind } from './verdicts.ts';

/** Checks donation passes with the camera, even without a connection. */
export function ScanPage() {
  const { data, isPending } = useCenters();
  const center = useChosenCenter(data ?? []);
  const ignoreRepeatedTaps = useSingleTaps();
  if (isPending) return <PageSpinner label={t`Scan passes`} />;
  return (
    <div className="grid max-w-xl grid-cols-1 gap-4" onClickCapture={ignoreRepeatedTaps}>
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
  const today = useToday(center);
  const isCoordinator = useIsCoordinator(center._id);
  const [checked, setChecked] = useState<CheckedPass | 'checking'>();
  const [passCenter, setCenterNumber] = useState<number>();
  const { data: centers } = useQuery(centersQuery);
  const otherCenter = centers?.find(({ _id }) => centerNumber(_id) === passCenter)?.name;
  const [scanner] = useState(() =>
    createScanner({
      checkIn: checkIn.checkIn,
      setStatus: checkIn.setStatus,
      check: (text, isCurrent) => {
        setCenterNumber(parseToken(text)?.pass.center);
        const { getState, now } = checkIn.checkIn;
        return checkPass(text, createPassContext(center, getState(), { now: now(), isCurrent }));
      },
      isOnline: () => navigator.onLine,
      show: setChecked,
      signal: playSignal,
    }),
  );
  useEffect(() => scanner.clear, [scanner]);
  const camera = useCamera((text) => void scanner.scan(text));
  const { error } = camera;
  const result = checked === 'checking' ? undefined : checked;
  const verdict = useRef<HTMLDivElement>(null);
  // Bring the verdict into view: it is above the camera, and the typed text below.
  useEffect(() => {
    if (result) verdict.current?.scrollIntoView({ block: 'nearest' });
  }, [result]);
  const undo = () => {
    if (result?.appointmentId)
      void checkIn.setStatus({ appointmentId: result.appointmentId, status: 'booked' });
    scanner.clear();
  };

  return (
    <>
      <p className="bb-lead">{center.name}</p>
      <ConnectionStatus checkIn={checkIn} center={center} />
      <RejectedChanges checkIn={checkIn} canDecide={false} />
      <div ref={verdict} role="status" className="grid gap-2">
        {result && <VerdictPanel checked={result} otherCenter={otherCenter} isLocked={checkIn.isLocked} />}
        {!result && (checked === 'checking' || !error) && (
          <p className="rounded-medium border-2 border-line p-4 text-large">
            {checked === 'checking'
              ? t`Asking the server about this pass ...`
              : t`Hold the QR code of a donation pass in front of the camera.`}
          </p>
        )}
      </div>
      {result && verdictKind(result.verdict) === 'good' && (
        <Button variant="outlined" className="min-h-14" onClick={undo}>
          <Trans>Undo</Trans>
        </Button>
      )}
      {result?.verdict === 'not-listed' && (
        <Button className="min-h-14" onClick={() => void scanner.checkIn(result)}>
          <Trans>Check in</Trans>
        </Button>
      )}
      {result?.verdict === 'other-day' && isCoordinator && (
        <LinkButton
          to={`/staff/today?center=${center._id}&date=${result.day}`}
          variant="outlined"
          className="min-h-14"
        >
          <Trans>Open that day</Trans>
        </LinkButton>
      )}
      {error && (
        <p role="alert" className="rounded-medium bg-warn-soft p-4 text-warn">
          <Trans>The camera is not available. Allow it in the browser's settings, or type the number.</Trans>
        </p>
      )}
      <video
        ref={camera.video}
        hidden={error !== undefined}
        playsInline
        muted
        aria-label={t`Camera`}
        className="aspect-[4/3] w-full rounded-medium bg-soft object-cover"
      />
      <CameraControls camera={camera} />
      <TypedCode
        rows={checkIn.rows}
        isLocked={checkIn.isLocked}
        today={today}
        setStatus={checkIn.setStatus}
        onCode={scanner.scan}
        onNoMatch={scanner.showNoMatch}
        onType={scanner.clear}
      />
      <BackToList />
    </>
  );
}
