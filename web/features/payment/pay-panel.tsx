import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode, Ref } from 'react';
import { serviceCharge } from '#contract/values.ts';
import { Spinner } from '#web/components/spinner.tsx';
import { formatNumber } from '#web/i18n/numbers.ts';

type Props = {
  /** The card fields; without them a spinner while `preparing`. */
  fields?: ReactNode;
  preparing?: boolean;
  /** What is true while there is nothing wrong. */
  note?: string | undefined;
  /** The note is about something that goes on. */
  going?: boolean;
  /** Shown in red above the buttons. */
  problem?: string | undefined;
  errorId: string;
  /** What was told before is not true of what goes on now: it keeps its room, unseen, and is heard when told again. */
  hushed?: boolean;
  /** Holds note and problem; takes the focus when the control that was used is gone. */
  told?: Ref<HTMLDivElement>;
  buttons: ReactNode;
  submit?: (() => void) | undefined;
};

/** The service charge, a place for the card, what is to be known, and the buttons: the same in every state. */
export function PayPanel({
  fields,
  preparing = false,
  note,
  going,
  problem,
  hushed,
  buttons,
  submit,
  ...ids
}: Props) {
  const price = `$${formatNumber(serviceCharge.price)}`;
  return (
    <form
      className="bb-card grid gap-5 p-6"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit?.();
      }}
    >
      <h2 className="text-heading">
        <Trans>
          Service charge <span className="whitespace-nowrap text-red-ink">{price}</span>
        </Trans>
      </h2>
      {fields}
      {preparing && !fields && (
        <div className="grid min-h-72 place-items-center">
          <Spinner label={t`Preparing the payment`} />
        </div>
      )}
      <div ref={ids.told} tabIndex={-1} className={`bb-payment-status ${hushed ? 'invisible' : ''}`}>
        {/* Both stand here from the start, so that a screen reader hears what is put into them. */}
        <p aria-live="polite" className="bb-payment-note">
          {note && going && <Spinner size="small" />}
          {note}
        </p>
        <p role="alert" id={ids.errorId} className="bb-error">
          {problem}
        </p>
      </div>
      {/* On a phone a button is as wide as the card, and two stand below each other. */}
      <div className="grid gap-3 min-[30rem]:flex min-[30rem]:flex-wrap [&>.bb-button]:px-6">{buttons}</div>
    </form>
  );
}
