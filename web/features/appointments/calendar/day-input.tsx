import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  type ComponentProps,
  type ComponentType,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { CenterDay } from '#contract/centers.ts';
import { type Day, toDay } from '#contract/days.ts';
import { siteNow } from '#web/api/site-clock.ts';
import { Field } from '#web/components/field.tsx';
import { closeIcon, Icon } from '#web/components/icon.tsx';
import { calendarIcon } from '#web/components/icons.ts';
import { lazyComponent } from '#web/components/lazy-component.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { formatDay } from '#web/i18n/days.ts';
import { toLocalDigits } from '#web/i18n/digits.ts';

export const calendarError = () => (
  <p role="alert">
    <Trans>The calendar did not load. Close it and enter the date.</Trans>
  </p>
);
const DonationCalendar = lazyComponent(() => import('./date-picker.tsx'), calendarError);

type Props = {
  /** Props of the text input: name, value and handlers. */
  input: ComponentProps<'input'>;
  error: string | undefined;
  /** The day parsed from the text. */
  selected: Day | undefined;
  onSelect: (day: Day) => void;
  /** The days of the chosen center, if it has clinics. */
  days?: readonly CenterDay[] | undefined;
  /** The field's label, if the date is not that of a donation. */
  label?: string;
  hint?: string | undefined;
  Calendar?: ComponentType<ComponentProps<typeof DonationCalendar>>;
};

/** Renders a text field for a date, and a button that loads and opens a calendar. */
export function DayInput({ input, error, selected, onSelect, days, ...other }: Props) {
  const { label, hint = exampleText(), Calendar = DonationCalendar } = other;
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);

  const select = (day: Day) => {
    onSelect(day);
    setIsOpen(false);
  };

  return (
    <>
      <Field label={label ?? t`Donation Date`} hint={error && selected ? undefined : hint} error={error}>
        {(aria) => (
          <div className="flex gap-2">
            <input
              {...aria}
              {...input}
              onBlur={(event) => {
                input.onBlur?.(event);
                // Show how a date such as 3/4/2027 was understood.
                if (selected && event.target.value.trim() !== formatDay(selected)) onSelect(selected);
              }}
              className="bb-input grow px-3 max-[21rem]:px-1.5"
              autoComplete="off"
            />
            <button
              ref={opener}
              type="button"
              className="bb-button bb-button-outlined shrink-0 px-3 max-[21rem]:px-2"
              aria-label={[...(label ? [label] : []), t`Choose the date in a calendar`].join(': ')}
              aria-haspopup="dialog"
              onClick={() => setIsOpen(true)}
            >
              <Icon path={calendarIcon} />
            </button>
          </div>
        )}
      </Field>
      {isOpen && (
        <CalendarDialog label={label} onClose={() => setIsOpen(false)} openerRef={opener}>
          <Suspense fallback={<Spinner label={t`Loading the calendar`} />}>
            <Calendar selected={selected} onSelect={select} days={days} />
          </Suspense>
        </CalendarDialog>
      )}
    </>
  );
}

/**
 * Returns a hint with tomorrow as an example. The field shows no hint beside an error about a valid date, to
 * avoid a layout shift.
 */
function exampleText(): string {
  const date = new Date(siteNow());
  date.setDate(date.getDate() + 1);
  const day = toDay(date);
  return t`For example ${formatDay(day)} or ${toLocalDigits(day)}`;
}

type DialogProps = {
  label: string | undefined;
  onClose: () => void;
  openerRef: RefObject<HTMLElement | null>;
  children: ReactNode;
};

function CalendarDialog({ label, onClose, openerRef, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  // A layout effect opens the dialog before the calendar's own effect focuses the selected day.
  useLayoutEffect(() => dialog.current?.showModal(), []);
  useEffect(() => () => openerRef.current?.focus(), [openerRef]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the dialog; the click handler is for the backdrop
    <dialog
      ref={dialog}
      className="bb-card bb-dialog w-fit p-4"
      aria-label={label ?? t`Choose a donation date`}
      onCancel={(event) => {
        // Close in React: the native `close` event comes later, when the button may have been pressed again.
        event.preventDefault();
        onClose();
      }}
      onClick={({ target, detail }) => target === dialog.current && detail < 2 && onClose()}
    >
      <div className="grid justify-items-center gap-2">
        <button
          type="button"
          aria-label={t`Close`}
          onClick={onClose}
          className="bb-button bb-button-text bb-button-small justify-self-end"
        >
          <Icon path={closeIcon} />
        </button>
        {children}
      </div>
    </dialog>
  );
}
