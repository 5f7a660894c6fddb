import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Displacement } from '#contract/center-administration.ts';
import { Button } from '#web/components/button.tsx';
import { focusOnMount } from '#web/components/focus-on-mount.ts';
import { DisplacedList } from './displaced-list.tsx';

type Props = {
  question: string;
  /** Text of the button that confirms. */
  action: string;
  displaced: Displacement[];
  /** The other effects of the change. */
  note?: string | undefined;
  isBusy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks for confirmation of a change, and lists the donors who would no longer have a slot. */
export function ConfirmChange({ question, action, displaced, note, isBusy, onConfirm, onCancel }: Props) {
  return (
    <section aria-label={question} className="grid gap-4 rounded-medium bg-soft p-4">
      <h3 ref={focusOnMount} tabIndex={-1} className="font-semibold">
        {displaced.length === 0
          ? t`${question} Nobody is booked on these days.`
          : plural(displaced.length, {
              one: '# appointment has no place after this change',
              other: '# appointments have no place after this change',
            })}
      </h3>
      <DisplacedList displaced={displaced} />
      {note && <p>{note}</p>}
      <div className="flex flex-wrap gap-3">
        <Button isBusy={isBusy} onClick={onConfirm}>
          {action}
        </Button>
        <Button variant="outlined" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </section>
  );
}
