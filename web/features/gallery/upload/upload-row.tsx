import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useId, useState } from 'react';
import { Button } from '#web/components/button.tsx';
import { closeIcon, Icon } from '#web/components/icon.tsx';
import { checkIcon, photoIcon } from '#web/components/icons.ts';
import { stepMessage } from './queue/messages.ts';
import { ACTIVE_STEPS, type QueuedPhoto } from './queue/queue.ts';
import type { Uploads } from './queue/uploads.ts';

type Props = {
  photo: QueuedPhoto;
  uploads: Uploads;
  /** The id of the element that describes the title field. */
  titleHintId: string;
};

/**
 * One row with preview, file name and remove button. Title and status are below it, or below the name on wide
 * screens.
 */
const rowClass = [
  'grid grid-cols-[4rem_minmax(0,1fr)_3rem] items-center gap-x-3 gap-y-2 border-line border-t py-4',
  'focus-visible:rounded-small focus-visible:outline-3 focus-visible:outline-focus focus-visible:outline-offset-4',
  'md:grid-cols-[7rem_minmax(0,1fr)_3rem] md:items-start md:gap-x-6',
].join(' ');
const belowClass = 'col-start-1 col-end-4 md:col-start-2 md:col-end-3';

export function UploadRow({ photo, uploads, titleHintId }: Props) {
  const id = useId();
  const { file, step, title, progress, savedTitle, prepared } = photo;
  const message = stepMessage(photo);
  const isUploading = step === 'sending' || step === 'processing' || step === 'offline';
  return (
    <li>
      {/* biome-ignore lint/a11y/useSemanticElements: older phones do not support a fieldset as a grid */}
      <div role="group" tabIndex={-1} aria-labelledby={`${id}-name`} className={rowClass}>
        <Preview picture={prepared?.preview} />
        <p id={`${id}-name`} className="col-start-2 row-start-1 truncate text-ink-soft text-small">
          {file.name}
        </p>
        <div className={`bb-field row-start-2 ${belowClass}`}>
          <label htmlFor={`${id}-title`}>
            <Trans>Title</Trans>
          </label>
          <input
            id={`${id}-title`}
            name="title"
            dir="auto"
            className="bb-input"
            placeholder={t`Such as: Donors at the college gate`}
            maxLength={200}
            autoComplete="off"
            aria-describedby={titleHintId}
            value={savedTitle ?? title}
            readOnly={savedTitle !== undefined}
            onChange={({ currentTarget }) => uploads.rename(photo.id, currentTarget.value)}
          />
        </div>
        {/* This element is as high as a message, so that the upload button does not move when the photo is
            prepared. */}
        <div className={`row-start-3 grid min-h-6 justify-items-start gap-2 ${belowClass}`}>
          {ACTIVE_STEPS.includes(step) && (
            <progress
              className="bb-progress h-2 w-full appearance-none overflow-hidden rounded-full bg-line"
              value={progress}
              max={1}
              aria-label={t`Upload of ${file.name}`}
            />
          )}
          {message && (
            <p className="bb-hint flex items-center gap-1 [font-variant-numeric:tabular-nums]">
              {step === 'done' && <Icon path={checkIcon} size={1.125} />}
              {message}
            </p>
          )}
          {step === 'failed' && (
            <Button variant="outlined" size="small" onClick={() => uploads.retry(photo.id)}>
              <Trans>Retry</Trans>
            </Button>
          )}
        </div>
        {step !== 'saving' && step !== 'done' && (
          <button
            type="button"
            className="bb-icon-button col-start-3 row-start-1 md:row-end-4"
            aria-label={isUploading ? t`Cancel` : t`Remove`}
            title={isUploading ? t`Cancel` : t`Remove`}
            aria-describedby={`${id}-name`}
            onClick={() => uploads.remove(photo.id)}
          >
            <Icon path={closeIcon} />
          </button>
        )}
      </div>
    </li>
  );
}

/** Shows a preview of a chosen photo. Screen readers skip it, because the photo's name and title are text. */
function Preview({ picture }: { picture: Blob | undefined }) {
  const [previewUrl, setPreviewUrl] = useState<string>();
  useEffect(() => {
    if (!picture) return;
    const objectUrl = URL.createObjectURL(picture);
    setPreviewUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [picture]);
  return (
    <span
      className="col-start-1 row-start-1 grid aspect-square place-items-center rounded-small bg-center bg-cover bg-no-repeat bg-soft text-ink-soft md:row-end-4"
      style={previewUrl ? { backgroundImage: `url(${previewUrl})` } : undefined}
    >
      {!previewUrl && <Icon path={photoIcon} />}
    </span>
  );
}
