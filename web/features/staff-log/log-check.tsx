import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import { MAX_HEADS_LENGTH, pruneLog, verifyLog } from '#contract/staff-log.ts';
import { call } from '#web/api/client.ts';
import { Button } from '#web/components/button.tsx';
import { successMark } from '#web/components/class-names.ts';
import { confirmDialog } from '#web/components/dialogs.ts';
import { Field } from '#web/components/field.tsx';
import { FormError } from '#web/components/form-error.tsx';
import { Section, SectionDone } from '#web/components/section.tsx';
import { formatDateTime } from '#web/i18n/days.ts';
import { formatNumber } from '#web/i18n/numbers.ts';
import { useChange } from '../staff/use-change.ts';

type Result = ResponseOf<typeof verifyLog>;

/** An owner checks that the log is unchanged, and deletes entries that are old enough. */
export function LogCheck() {
  const [heads, setHeads] = useState('');
  const [result, setResult] = useState<Result>();
  const { done, failure, isBusy, change } = useChange();

  const verify = () =>
    change(async () => {
      setResult(undefined);
      const found = await call(verifyLog, { body: heads.trim() ? { heads } : {} });
      setResult(found);
      return found.broken ? t`The log is broken.` : t`The log is whole.`;
    });

  async function prune() {
    const isConfirmed = await confirmDialog({
      title: t`Delete entries that are older than 3 years?`,
      text: t`They cannot be restored. The log is verified first, and the deletion is an entry itself.`,
      yes: t`Delete old entries`,
      no: t`Cancel`,
    });
    if (!isConfirmed) return;
    setResult(undefined);
    await change(async () => {
      const { count } = await call(pruneLog);
      return plural(count, {
        0: 'No entry is older than 3 years.',
        one: '# entry is deleted.',
        other: '# entries are deleted.',
      });
    });
  }

  return (
    <Section title={t`Verify the log`}>
      <p>
        <Trans>
          Each entry is sealed together with the one before it. Verifying finds the first entry that somebody
          changed or removed.
        </Trans>
      </p>
      <details>
        <summary className="bb-text-link py-2.5">
          <Trans>Also compare with a backup</Trans>
        </summary>
        <Field
          label={t`Text with heads of the log`}
          hint={t`Paste the file manifest.json of a backup, a weekly email, or the site's own log. This also finds entries that are missing at the end.`}
        >
          {(aria) => (
            <textarea
              {...aria}
              rows={4}
              value={heads}
              maxLength={MAX_HEADS_LENGTH}
              onChange={(event) => setHeads(event.target.value)}
              className="bb-input"
            />
          )}
        </Field>
      </details>
      <FormError text={failure} />
      <SectionDone text={done} />
      {result && <Verdict result={result} hasHeads={heads.trim() !== ''} />}
      <div className="flex flex-wrap gap-3">
        <Button isBusy={isBusy} onClick={() => void verify()}>
          <Trans>Verify</Trans>
        </Button>
        <Button variant="outlined" isBusy={isBusy} onClick={() => void prune()}>
          <Trans>Delete old entries</Trans>
        </Button>
      </div>
    </Section>
  );
}

function Verdict({ result, hasHeads }: { result: Result; hasHeads: boolean }) {
  const { broken, count, heads, lost, restores } = result;
  if (broken) {
    const { _id: id } = broken;
    return (
      <p className="bb-error">
        {
          {
            changed: t`Entry ${id} was changed. Keep a copy of the database, and ask whoever runs the server who had access.`,
            missing: t`Entry ${id} is missing. Keep a copy of the database, and ask whoever runs the server who had access.`,
            head: t`The note that ${id} is the latest entry was changed or removed. Keep a copy of the database, and ask whoever runs the server who had access.`,
          }[broken.reason]
        }
      </p>
    );
  }
  const rows = formatNumber(count);
  return (
    <ul className="grid gap-2">
      <li>
        <span className={successMark}>
          <Trans>Entries verified: {rows}</Trans>
        </span>
      </li>
      {hasHeads && (
        <li>
          {plural(heads, {
            0: 'The text contains no head of the log, so nothing was compared.',
            one: 'Compared with # head.',
            other: 'Compared with # heads.',
          })}
        </li>
      )}
      {restores.map(({ at }) => {
        const time = formatDateTime(at);
        return <li key={at}>{t`The site was restored or moved on ${time}.`}</li>;
      })}
      {lost > 0 && (
        <li>
          {plural(lost, {
            one: '# entry was lost by a restore.',
            other: '# entries were lost by a restore.',
          })}
        </li>
      )}
    </ul>
  );
}
