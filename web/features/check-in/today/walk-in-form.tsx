import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import * as z from 'zod/mini';
import { AnyPhone } from '#contract/appointments.ts';
import { normalizePhone } from '#contract/phone.ts';
import { WalkInDetails } from '#contract/staff-check-in.ts';
import { bloodGroups } from '#contract/values.ts';
import { randomKey } from '#web/api/random-key.ts';
import { pageData } from '#web/before-react/page-data.ts';
import { Button } from '#web/components/button.tsx';
import { TextField } from '#web/components/field.tsx';
import { focusOnMount } from '#web/components/focus-on-mount.ts';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { SelectField } from '#web/components/select-field.tsx';
import { useFields } from '#web/components/use-fields.ts';
import type { CheckInActions } from '../use-check-in.ts';

const { name, bloodGroup, phone, email } = WalkInDetails.shape;

/** At a site with a country, the server reads the phone number. */
const readContact = (contact: string): string =>
  contact.includes('@') || pageData().site.phones ? contact.trim() : normalizePhone(contact);

const contactField = (contact: string) =>
  contact.includes('@') ? email : pageData().site.phones ? AnyPhone : phone;

const CONTACT = 'Enter a way to reach the donor';
const contactError = (): string =>
  pageData().site.phones
    ? t`Enter an email address or a phone number`
    : t`Enter an email address or 11 digits`;

/** One field takes a phone number or an email address, so that the form has only three fields. */
const FormFields = z.object({ name, bloodGroup, contact: z.string() }).check(
  z.refine(
    ({ contact }) =>
      contact.trim() === '' || z.safeParse(contactField(contact), readContact(contact)).success,
    {
      path: ['contact'],
      error: CONTACT,
    },
  ),
);

/** Translations of the contract's messages, here because donor pages do not need them. */
const fieldTexts: Record<string, string> = {
  'Fill in this field': t`Fill in this field`,
  'Use at most 100 characters': t`Use at most 100 characters`,
};

export type AddedWalkIn = { name: string; operationId: string };

type Props = {
  checkIn: CheckInActions;
  /** What was searched without a match. */
  searched: string;
  /** Called with the person who was added, if any. */
  onDone: (added?: AddedWalkIn) => void;
};

/** Adds a donor who came without an appointment. */
export function WalkInForm({ checkIn, searched, onDone }: Props) {
  const { form, field } = useFields(FormFields, {
    defaultValues: { name: /\d/.test(searched) ? '' : searched, contact: '' },
    translate: (message) =>
      message === CONTACT ? contactError() : (fieldTexts[message] ?? t`Fill in this field`),
  });
  // The id stays the same when the walk-in is sent again after a lost response.
  const [operationId] = useState(randomKey);
  const { failure, isBusy, attempt } = useFormAction(
    () =>
      t`The walk-in was not added: this browser stores nothing, and the server can't be reached. Leave this form open and try again when you are connected.`,
  );
  const submit = form.handleSubmit(({ contact, ...fields }) => {
    const text = readContact(contact);
    const details = { ...fields, ...(text && (text.includes('@') ? { email: text } : { phone: text })) };
    return attempt(async () => {
      await checkIn.addWalkIn(details, operationId);
      onDone({ name: fields.name, operationId });
    });
  });
  return (
    <form onSubmit={submit} noValidate className="bb-card grid gap-4 p-4" aria-labelledby="walk-in">
      <h2 id="walk-in" ref={focusOnMount} tabIndex={-1} className="text-large">
        <Trans>Add a walk-in</Trans>
      </h2>
      <TextField {...field('name')} label={t`Name`} autoComplete="off" />
      <SelectField
        label={t`Blood group`}
        error={field('bloodGroup').error}
        {...form.register('bloodGroup')}
        defaultValue=""
      >
        <option value="" disabled>
          {t`Choose`}
        </option>
        {bloodGroups.map((group) => (
          <option key={group} value={group}>
            {group}
          </option>
        ))}
      </SelectField>
      <TextField
        {...field('contact')}
        label={t`Phone or email (optional)`}
        autoComplete="off"
        hint={t`With an email address, the donor can add this visit to an account.`}
      />
      <FormError text={failure} />
      <div className="flex gap-2">
        <Button type="submit" className="min-h-12" isBusy={isBusy}>
          <Trans>Add</Trans>
        </Button>
        <Button variant="outlined" className="min-h-12" onClick={() => onDone()}>
          <Trans>Close</Trans>
        </Button>
      </div>
    </form>
  );
}
