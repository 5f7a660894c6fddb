import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ChangeEvent, type FormEvent, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { DropVeil } from './drop-veil.tsx';
import { mayStop } from './queue/queue.ts';
import { UploadList } from './upload-list.tsx';
import { useInputFiles } from './use-input-files.ts';
import { useLeaveQuestion } from './use-leave-question.ts';
import { useUploads } from './use-uploads.ts';

/** What the image host reads. HEIC is left out, so that an iPhone hands over a JPEG instead. */
const accepted = 'image/jpeg,image/png,image/webp,image/avif,image/gif';

export function UploadForm({ reload }: { reload: () => void }) {
  const { uploads, queue } = useUploads(reload);
  const input = useRef<HTMLInputElement>(null);
  useInputFiles(input, queue);
  useLeaveQuestion(queue.running);

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    uploads.add([...(currentTarget.files ?? [])]);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    uploads.submit();
  }

  return (
    <form onSubmit={submit} className="bb-card bb-upload">
      <DropVeil onFiles={uploads.add} />
      <div className="bb-upload-choice">
        <p className="bb-upload-mouse">
          <Icon name="upload" />
          <Trans>Drop photos anywhere on this page, paste them, or choose them here.</Trans>
        </p>
        <Field
          label={t`Photos`}
          hint={t`JPEG, PNG, WebP, AVIF or GIF, at most 10 MB. Large photos are made smaller first.`}
          error={queue.refusals.join('\n')}
        >
          {(aria) => (
            <input
              {...aria}
              ref={input}
              type="file"
              name="image"
              multiple
              accept={accepted}
              onChange={choose}
              className="bb-input bb-upload-input"
            />
          )}
        </Field>
      </div>
      <UploadList queue={queue} uploads={uploads} focusInput={() => input.current?.focus()} />
      <div className="bb-upload-actions">
        <Button type="submit" busy={queue.running}>
          {queue.running ? t`Uploading Image` : t`Upload Image`}
        </Button>
        {mayStop(queue) && (
          <Button look="quiet" onClick={uploads.stop}>
            <Trans>Cancel all</Trans>
          </Button>
        )}
      </div>
    </form>
  );
}
