import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { siteNow } from '#web/api/site-clock.ts';
import { Button } from '#web/components/button.tsx';
import { ExpandButton } from '#web/components/expand-button.tsx';
import { Field } from '#web/components/field.tsx';
import { instantOf } from './site-time.ts';

type Props = { timeZone: string; isBusy: boolean; onPublish: (at: number) => Promise<unknown> };

/** Asks for a time in the time zone of the site, at which the draft is published. */
export function PublishLater({ timeZone, isBusy, onPublish }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [local, setLocal] = useState('');
  const [error, setError] = useState<string>();
  const id = useId();
  const schedule = async () => {
    const at = instantOf(local, timeZone);
    const isFuture = at !== undefined && at > siteNow();
    setError(isFuture ? undefined : t`Enter a day and a time in the future`);
    if (isFuture) await onPublish(at);
    else document.getElementById(id)?.querySelector('input')?.focus();
  };
  return (
    <div className="grid justify-items-start gap-4">
      <ExpandButton text={t`Publish at a later time`} controls={id} open={isOpen} onChange={setIsOpen} />
      <div id={id} hidden={!isOpen} className="w-full max-w-96">
        <div className="grid justify-items-start gap-4">
          <Field label={t`Publish at`} hint={t`In the time zone of the site: ${timeZone}`} error={error}>
            {(aria) => (
              <input
                {...aria}
                type="datetime-local"
                className="bb-input"
                value={local}
                onChange={({ target }) => setLocal(target.value)}
                onKeyDown={(event) => {
                  // Otherwise Enter would save a draft, as in the fields above.
                  if (event.key !== 'Enter') return;
                  event.preventDefault();
                  if (!isBusy) void schedule();
                }}
              />
            )}
          </Field>
          <Button variant="outlined" isBusy={isBusy} onClick={() => void schedule()}>
            <Trans>Schedule</Trans>
          </Button>
        </div>
      </div>
    </div>
  );
}
