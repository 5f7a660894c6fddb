import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import { AppointmentFields } from '#contract/appointments.ts';
import {
  acceptSlotOffer,
  declineSlotOffer,
  type OfferedSlot,
  type SlotOffer,
} from '#contract/slot-offers.ts';
import { bloodGroups } from '#contract/values.ts';
import type { DonorDetails } from '#contract/waiting-list.ts';
import { call } from '#web/api/client.ts';
import { ApiError } from '#web/api/errors.ts';
import { pageData } from '#web/before-react/page-data.ts';
import { Button } from '#web/components/button.tsx';
import { confirmDialog } from '#web/components/dialogs.ts';
import { Fact } from '#web/components/fact.tsx';
import { TextField } from '#web/components/field.tsx';
import { focusOnMount } from '#web/components/focus-on-mount.ts';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { SelectField } from '#web/components/select-field.tsx';
import { slotLimitText } from '#web/components/slot-limit-text.ts';
import { useFields } from '#web/components/use-fields.ts';
import { formatClock } from '#web/i18n/clock.ts';
import { fieldMessage } from '#web/i18n/field-messages.ts';
import { phoneField, phoneHint } from '#web/queries/phone-field.ts';
import { formatSlot } from './slot-text.ts';

type Props = {
  offer: SlotOffer;
  token: string;
  /** Called when another donor has taken the slot, or another tab has responded to the offer. */
  reload: () => Promise<void>;
  onBooked: () => void;
  onDeclined: () => void;
};

const titles: Record<SlotOffer['purpose'], string> = {
  move: t`Come on another day?`,
  'waiting-list': t`A place is free for you`,
  'book-again': t`Book this appointment again?`,
};

/** Shows the offered slot, with a form to accept it, links to other slots and a button to decline. */
export function SlotQuestion({ offer, token, reload, onBooked, onDeclined }: Props) {
  const { purpose, from, isPaid, expiresAt, others, missing } = offer;
  const until = expiresAt && formatClock(expiresAt);
  const accept = (details: DonorDetails) =>
    reloadOnConflict(reload, async () => {
      const { success, nextFree, limit } = await call(acceptSlotOffer, { body: { ...details, token } });
      if (success) return onBooked();
      if (limit) throw new Error(slotLimitText(limit));
      await reload();
      if (!nextFree) throw new Error(t`You have another appointment on this day. Choose a different day.`);
    });
  return (
    <>
      <h1 ref={focusOnMount} tabIndex={-1}>
        {titles[purpose]}
      </h1>
      {from && <ClosedText from={formatSlot(from)} offer={offer} />}
      {until && (
        <p className="mt-4">
          <Trans>
            We hold it for you until <strong>{until}</strong>.
          </Trans>
        </p>
      )}
      <dl className="mt-5 grid gap-3">
        <Fact
          term={purpose === 'move' ? t`New date` : t`Donation Date`}
          valueClassName="font-semibold text-large"
        >
          {formatSlot(offer)}
        </Fact>
        <Fact term={t`Donation Center`}>{offer.center}</Fact>
      </dl>
      {isPaid && (
        <p className="mt-4">
          <Trans>Your payment moves to the new day. You don't pay again.</Trans>
        </p>
      )}
      <AcceptForm missing={missing} onAccept={accept} />
      <OtherSlots slots={others} />
      {purpose !== 'book-again' && (
        <DeclineButton offer={offer} token={token} reload={reload} onDeclined={onDeclined} />
      )}
    </>
  );
}

/** Says that the slot is taken or closed, and links to other slots. */
export function SlotFull({ offer, token, reload, onDeclined }: Props) {
  const { from, others } = offer;
  // If no slot was free when the day was closed, the donor's link contains the slot that was closed.
  const isClosedSlot = from?.date === offer.date && from.time === offer.time;
  return (
    <>
      <h1 ref={focusOnMount} tabIndex={-1}>
        {isClosedSlot ? t`Choose another day` : t`This place is taken`}
      </h1>
      {from && <ClosedText from={formatSlot(from)} offer={offer} />}
      {others.length === 0 && (
        <p className="mt-4">
          <Trans>
            No other day is free right now. Open the link again later, or tell us that you cannot come.
          </Trans>
        </p>
      )}
      <OtherSlots slots={others} />
      <DeclineButton offer={offer} token={token} reload={reload} onDeclined={onDeclined} />
    </>
  );
}

const ClosedText = ({ from, offer: { message } }: { from: string; offer: SlotOffer }) => (
  <>
    <p className="mt-4">
      <Trans>The center is closed on {from}, the time of your appointment.</Trans>
    </p>
    {message && (
      <blockquote className="bb-hint mt-2 whitespace-pre-line wrap-anywhere border-line border-s-4 ps-3">
        {message}
      </blockquote>
    )}
  </>
);

/**
 * Runs `action`. If the donor's other choice, a closing or the link's expiry came first, reloads, so that the
 * page shows the current state.
 */
async function reloadOnConflict(reload: () => Promise<void>, action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    const isOutdated =
      error instanceof ApiError && ['already-chosen', 'day-closed', 'link-expired'].includes(error.code);
    if (!isOutdated) throw error;
    await reload();
  }
}

type AcceptProps = {
  missing: SlotOffer['missing'];
  onAccept: (details: DonorDetails) => Promise<void>;
};

/** Renders a form with one button, and the fields that a first appointment needs. */
function AcceptForm({ missing, onAccept }: AcceptProps) {
  const fields = { ...AppointmentFields.shape, phone: phoneField() };
  const schema = z.object(Object.fromEntries(missing.map((name) => [name, fields[name]])));
  const { form, field } = useFields(schema as unknown as z.ZodMiniType<DonorDetails, DonorDetails>, {
    translate: fieldMessage,
  });
  const { failure, attempt } = useFormAction();
  const submit = form.handleSubmit((details) => attempt(() => onAccept(details)));
  return (
    <form onSubmit={submit} noValidate className="mt-6 grid gap-4">
      {missing.includes('name') && <TextField {...field('name')} label={t`Name`} autoComplete="name" />}
      {missing.includes('phone') && (
        <TextField
          {...field('phone')}
          label={t`Phone`}
          hint={phoneHint()}
          type="tel"
          inputMode={pageData().site.phones ? 'tel' : 'numeric'}
          autoComplete={pageData().site.phones ? 'tel' : 'tel-national'}
        />
      )}
      {missing.includes('bloodGroup') && (
        <SelectField
          label={t`Blood Group`}
          error={field('bloodGroup').error && t`Choose your blood group`}
          {...form.register('bloodGroup')}
          defaultValue=""
        >
          <option value="" disabled>
            {t`Choose`}
          </option>
          {bloodGroups.map((group) => (
            <option key={group}>{group}</option>
          ))}
        </SelectField>
      )}
      <FormError text={failure} />
      <Button type="submit" size="large" isBusy={form.formState.isSubmitting}>
        <Trans>Take this place</Trans>
      </Button>
    </form>
  );
}

function OtherSlots({ slots }: { slots: OfferedSlot[] }) {
  if (slots.length === 0) return null;
  return (
    <section className="mt-8">
      <h2 className="text-heading">
        <Trans>Other free places</Trans>
      </h2>
      <ul className="mt-3 grid gap-2">
        {slots.map((slot) => (
          <li key={slot.token}>
            <Link to={`/slot-offer#${slot.token}`} className="bb-button bb-button-outlined w-full">
              {formatSlot(slot)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

type DeclineProps = Omit<Props, 'onBooked'>;

function DeclineButton({ offer: { purpose, isPaid }, token, reload, onDeclined }: DeclineProps) {
  const { failure, isBusy, attempt } = useFormAction();
  const decline = async () => {
    const isConfirmed = await confirmDialog({
      title: purpose === 'move' ? t`Cancel your appointment?` : t`Leave the waiting list?`,
      text: isPaid ? t`The center refunds your payment.` : t`You can request a new appointment at any time.`,
      yes: purpose === 'move' ? t`Cancel the appointment` : t`Leave the waiting list`,
      no: t`Go back`,
    });
    if (!isConfirmed) return;
    await reloadOnConflict(reload, async () => {
      await call(declineSlotOffer, { body: { token } });
      onDeclined();
    });
  };
  return (
    <div className="mt-6">
      <FormError text={failure} />
      <Button variant="text" className="w-full" isBusy={isBusy} onClick={() => void attempt(decline)}>
        {purpose === 'move' ? t`I can't come on another day` : t`I don't need it any more`}
      </Button>
    </div>
  );
}
