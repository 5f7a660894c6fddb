import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Day } from '#contract/days.ts';
import { Field } from '#web/components/field.tsx';
import { Icon } from '#web/components/icon.tsx';
import { lazyComponent } from '#web/components/lazy-component.tsx';
import { Spinner } from '#web/components/spinner.tsx';

const Calendar = lazyComponent(
  () => import('./date-picker.tsx'),
  () => (
    <p role="alert">
      <Trans>The calendar did not load. Close it and enter the date.</Trans>
    </p>
  ),
);

type Props = {
  /** What holds the text: name, value, handlers. */
  input: ComponentProps<'input'>;
  error: string | undefined;
  /** The day that the text names. */
  selected: Day | undefined;
  choose: (day: Day) => void;
};

/** The donation day as text, with a calendar beside it that loads when it is first opened. */
export function DayInput({ input, error, selected, choose }: Props) {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);

  const take = (day: Day) => {
    choose(day);
    setOpen(false);
  };

  return (
    <>
      <Field label={t`Donation Date`} hint={t`For example November 21, 2026 or 2026-11-21`} error={error}>
        {(aria) => (
          <div className="flex gap-2">
            <input {...aria} {...input} className="bb-input grow px-3" autoComplete="off" />
            <button
              ref={opener}
              type="button"
              className="bb-button bb-button-quiet bb-button-normal shrink-0 px-3"
              aria-label={t`Choose the date in a calendar`}
              aria-haspopup="dialog"
              onClick={() => setOpen(true)}
            >
              <Icon name="calendar" />
            </button>
          </div>
        )}
      </Field>
      {open && (
        <CalendarDialog close={() => setOpen(false)} opener={opener}>
          <Suspense fallback={<Spinner label={t`Loading the calendar`} />}>
            <Calendar selected={selected} choose={take} />
          </Suspense>
        </CalendarDialog>
      )}
    </>
  );
}

type DialogProps = { close: () => void; opener: RefObject<HTMLElement | null>; children: ReactNode };

function CalendarDialog({ close, opener, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  // Before the calendar's own effect, which gives the focus to the chosen day.
  useLayoutEffect(() => dialog.current?.showModal(), []);
  useEffect(() => () => opener.current?.focus(), [opener]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes it by Escape; this is the backdrop
    <dialog
      ref={dialog}
      className="bb-card bb-dialog w-fit p-4"
      aria-label={t`Choose a donation date`}
      onCancel={(event) => {
        // As in the drawer: `close` would be told late, when the button may have been pressed again.
        event.preventDefault();
        close();
      }}
      onClick={({ target }) => target === dialog.current && close()}
    >
      <div className="grid justify-items-center gap-2">
        <button
          type="button"
          aria-label={t`Close`}
          onClick={close}
          className="bb-button bb-button-plain bb-button-small justify-self-end"
        >
          <Icon name="close" />
        </button>
        {children}
      </div>
    </dialog>
  );
}
