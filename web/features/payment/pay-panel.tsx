import type { ReactNode } from 'react';
import { serviceCharge } from '#contract/values.ts';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

type Props = {
  /** The card fields; without them a spinner while `preparing`. */
  fields?: ReactNode;
  preparing?: boolean;
  /** Shown in red above the button. */
  problem?: string | undefined;
  /** Given where only another try is left: its button takes the place of 'Pay'. */
  again?: (() => void) | undefined;
  busy?: boolean;
  /** Absent: 'Pay' is disabled. */
  pay?: (() => void) | undefined;
};

/** The service charge, a place for the card, what went wrong, and the pay button: the same in every state. */
export function PayPanel({ fields, preparing = false, problem, again, busy = false, pay }: Props) {
  return (
    <form
      className="bb-card grid gap-5 p-6"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        pay?.();
      }}
    >
      <h2 className="text-(length:--type-heading)">
        Service charge <span className="whitespace-nowrap text-(--red-ink)">${serviceCharge.price}</span>
      </h2>
      {fields}
      {preparing && !fields && (
        <div className="grid min-h-72 place-items-center">
          <Spinner label="Preparing the payment" />
        </div>
      )}
      <p role="alert" className="bb-error">
        {problem}
      </p>
      {again ? (
        <Button onClick={again} busy={busy} size="large" className="justify-self-start">
          Try again
        </Button>
      ) : (
        <Button type="submit" disabled={!pay} busy={busy} size="large" className="justify-self-start">
          Pay
        </Button>
      )}
    </form>
  );
}
