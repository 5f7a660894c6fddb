import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Preview } from './preview.tsx';
import type { Photo } from './queue/queue.ts';
import type { Uploads } from './queue/uploads.ts';
import { stepWords } from './queue/words.ts';

type Props = {
  photo: Photo;
  uploads: Uploads /** The id of what says what a title is for. */;
  titleHint: string;
};

const measured = ['sending', 'hosting', 'saving'];

export function UploadRow({ photo, uploads, titleHint }: Props) {
  const id = useId();
  const { file, step, title, share, savedAs, prepared } = photo;
  const words = stepWords(photo);
  const underWay = step === 'sending' || step === 'hosting' || step === 'offline';
  return (
    <li>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lie in a grid on older phones */}
      <div role="group" tabIndex={-1} aria-labelledby={`${id}-name`} className="bb-upload-row">
        <Preview picture={prepared?.preview} />
        <p id={`${id}-name`} className="bb-upload-name">
          {file.name}
        </p>
        <div className="bb-field bb-upload-title">
          <label htmlFor={`${id}-title`}>
            <Trans>Title</Trans>
          </label>
          <input
            id={`${id}-title`}
            name="title"
            dir="auto"
            className="bb-input"
            maxLength={200}
            autoComplete="off"
            aria-describedby={titleHint}
            value={savedAs ?? title}
            readOnly={savedAs !== undefined}
            onChange={({ currentTarget }) => uploads.rename(photo.id, currentTarget.value)}
          />
        </div>
        {(words || step === 'failed') && (
          <div className="bb-upload-step">
            {measured.includes(step) && (
              <progress value={share} max={1} aria-label={t`Upload of ${file.name}`} />
            )}
            {words && (
              <p className="bb-hint">
                {step === 'done' && <Icon name="check" size={1.125} />}
                {words}
              </p>
            )}
            {step === 'failed' && (
              <Button look="quiet" size="small" onClick={() => uploads.retry(photo.id)}>
                <Trans>Retry</Trans>
              </Button>
            )}
          </div>
        )}
        {step !== 'saving' && step !== 'done' && (
          <button
            type="button"
            className="bb-icon-button bb-upload-away"
            aria-label={underWay ? t`Cancel` : t`Remove`}
            title={underWay ? t`Cancel` : t`Remove`}
            aria-describedby={`${id}-name`}
            onClick={() => uploads.remove(photo.id)}
          >
            <Icon name="close" />
          </button>
        )}
      </div>
    </li>
  );
}
