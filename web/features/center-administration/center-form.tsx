import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { CenterFields } from '#contract/center-administration.ts';
import { centerKey } from '#contract/center-key.ts';
import { type VisitField, visitFields } from '#contract/visit.ts';
import { ApiError } from '#web/api/errors.ts';
import { ActionForm } from '#web/components/action-form.tsx';
import { confirmDialog } from '#web/components/dialogs.ts';
import { Field, TextField } from '#web/components/field.tsx';
import { useFields } from '#web/components/use-fields.ts';
import type { StaffCenter } from '#web/queries/staff-center-queries.ts';
import { visitNames } from '../centers/visit-facts.tsx';
import { staffErrorText } from '../staff/error-texts.ts';
import { centerFieldMessage } from './field-messages.ts';

const visitHints: Record<VisitField, string> = {
  arrival: t`For example 10 minutes early.`,
  bring: t`For example a card with your name.`,
  duration: t`For example 45 minutes in all.`,
  contact: t`For example a name and a phone number.`,
  food: t`For example to eat a light meal and drink water before.`,
};

type Props = { center?: StaffCenter; onSave: (fields: CenterFields) => Promise<void> };

export function CenterForm({ center, onSave }: Props) {
  const { name = '', address = '', timeZone = localTimeZone(), mapUrl = '', notes = '' } = center ?? {};
  const { arrival = '', bring = '', duration = '', contact = '', food = '' } = center ?? {};
  const { form, field } = useFields(CenterFields, {
    defaultValues: { name, address, timeZone, mapUrl, notes, arrival, bring, duration, contact, food },
    translate: centerFieldMessage,
  });
  function showTakenName(error: unknown): void {
    if (!(error instanceof ApiError && error.code === 'name-taken')) throw error;
    form.setError('name', { message: staffErrorText(error) }, { shouldFocus: true });
  }
  const typedName = useWatch({ control: form.control, name: 'name' });
  const isRenamed = name !== '' && centerKey(typedName) !== centerKey(name);
  const zones = useId();
  const notesField = field('notes');
  return (
    <ActionForm
      form={form}
      onSubmit={async (fields) => {
        if (!center || fields.timeZone === timeZone || (await confirmZone(fields.timeZone)))
          await onSave(fields).catch(showTakenName);
      }}
      submitLabel={center ? t`Save` : t`Add the center`}
      toText={staffErrorText}
    >
      <TextField
        {...field('name')}
        label={t`Name`}
        hint={
          isRenamed
            ? t`Booked donors stay. Whoever enters the old name from now on does not book here.`
            : t`Donors who enter this name in the appointment form book here.`
        }
      />
      <TextField {...field('address')} label={t`Address`} />
      <TextField
        {...field('timeZone')}
        label={t`Time zone`}
        hint={t`For example Asia/Dhaka. Days and times of the center are in it.`}
        list={zones}
        spellCheck={false}
      />
      <datalist id={zones}>
        {listTimeZones().map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <TextField {...field('mapUrl')} label={t`Link to a map (optional)`} type="url" inputMode="url" />
      <Field
        label={t`Notes for donors (optional)`}
        hint={t`For example the entrance.`}
        error={notesField.error}
      >
        {(aria) => <textarea {...aria} {...notesField.control} className="bb-input" rows={3} />}
      </Field>
      <fieldset className="grid gap-5">
        <legend className="mb-3 font-semibold">
          <Trans>Before a visit (optional)</Trans>
        </legend>
        {visitFields.map((name) => (
          <TextField key={name} {...field(name)} label={visitNames[name]} hint={visitHints[name]} />
        ))}
      </fieldset>
    </ActionForm>
  );
}

/**
 * Asks before the time zone changes, because booked times keep their text, so 9:00 becomes a different
 * moment.
 */
const confirmZone = (timeZone: string): Promise<boolean> =>
  confirmDialog({
    title: t`Change the time zone?`,
    text: t`Booked appointments keep their day and time, but in ${timeZone}. So every one of them moves. Nobody is notified.`,
    yes: t`Change it`,
    no: t`Cancel`,
  });

const localTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns all time zones, or none in browsers that cannot list them. */
const listTimeZones = (): string[] => Intl.supportedValuesOf?.('timeZone') ?? [];
