import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '#web/components/button.tsx';
import { SelectField } from '#web/components/select-field.tsx';
import type { Camera } from './use-camera.ts';

/** Chooses among several cameras, and turns on the light of one that has it. */
export function CameraControls({ camera }: { camera: Camera }) {
  const { cameras, cameraId, hasTorch, isTorchOn } = camera;
  return (
    <>
      {hasTorch && (
        <Button variant="outlined" className="min-h-12" onClick={() => camera.setTorch(!isTorchOn)}>
          {isTorchOn ? <Trans>Turn the light off</Trans> : <Trans>Turn the light on</Trans>}
        </Button>
      )}
      {cameras.length > 1 && (
        <SelectField
          label={t`Choose a camera`}
          className="min-h-12"
          value={cameraId}
          onChange={({ target }) => camera.choose(target.value)}
        >
          {cameras.map(({ deviceId, label }) => (
            <option key={deviceId} value={deviceId}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
    </>
  );
}
