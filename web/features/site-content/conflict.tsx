import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '#web/components/button.tsx';
import { focusOnMount } from '#web/components/focus-on-mount.ts';
import type { Difference } from './shown-values.ts';

type Props = {
  differences: readonly Difference[];
  isBusy: boolean;
  onKeepOwn: () => void;
  onTakeOther: () => void;
};

/** Shows what was saved elsewhere beside what is typed here, and asks which one to keep. */
export function Conflict({ differences, isBusy, onKeepOwn, onTakeOther }: Props) {
  return (
    <section aria-labelledby="conflict" className="bb-card grid gap-4 p-6 wrap-anywhere md:p-8">
      <h2 id="conflict" ref={focusOnMount} tabIndex={-1} className="text-heading">
        <Trans>This was changed elsewhere</Trans>
      </h2>
      <p>
        <Trans>
          Somebody saved it after you opened it, perhaps you in another tab. Nothing of either was lost.
          Choose which one to keep.
        </Trans>
      </p>
      <dl className="grid gap-5">
        {differences.map(({ path, label, own, other }) => (
          <div key={path} className="grid gap-2">
            <dt className="font-semibold">{label}</dt>
            <dd className="grid gap-3 sm:grid-cols-2">
              <Version name={t`Saved elsewhere`} text={other} />
              <Version name={t`Typed by you`} text={own} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-3">
        <Button isBusy={isBusy} onClick={onKeepOwn}>
          <Trans>Save what I typed</Trans>
        </Button>
        <Button variant="outlined" isBusy={isBusy} onClick={onTakeOther}>
          <Trans>Use what was saved elsewhere</Trans>
        </Button>
      </div>
    </section>
  );
}

const Version = ({ name, text }: { name: string; text: string }) => (
  <div className="grid content-start gap-1 rounded-medium bg-soft px-4 py-3">
    <span className="bb-hint">{name}</span>
    <span className="whitespace-pre-wrap">{text || t`Empty`}</span>
  </div>
);
