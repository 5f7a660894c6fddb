import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { addMember } from '#contract/staff.ts';
import { centerRoles, staffRoles } from '#contract/staff-access.ts';
import { call } from '#web/api/client.ts';
import { Email } from '#web/auth/credentials.ts';
import { ActionForm } from '#web/components/action-form.tsx';
import { Button, LinkButton } from '#web/components/button.tsx';
import { CenterSelect } from '#web/components/center-select.tsx';
import { TextField } from '#web/components/field.tsx';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { publicUrl } from '#web/components/page-meta.ts';
import { SelectField } from '#web/components/select-field.tsx';
import { useFields } from '#web/components/use-fields.ts';
import { basePath } from '#web/i18n/language.ts';
import type { StaffCenter } from '#web/queries/staff-center-queries.ts';
import { staffErrorText } from '../staff/error-texts.ts';
import { roleNames } from '../staff/texts.ts';

const Invitation = z.object({ email: Email, role: z.enum(staffRoles), centerId: z.string() });

const isCenterRole = (role: string): boolean => centerRoles.some((centerRole) => centerRole === role);

type InviteProps = {
  centers: readonly StaffCenter[];
  /** Whether an email server is set up. */
  sendsEmail: boolean;
  onInvite: (action: () => Promise<string>) => Promise<void>;
};

/**
 * Renders a form that grants a role, for one center if it is a center role. An address without a confirmed
 * account gets an invitation.
 */
export function InvitePerson({ centers, sendsEmail, onInvite }: InviteProps) {
  const { form, field } = useFields(Invitation, {
    defaultValues: { email: '', role: 'moderator', centerId: centers[0]?._id ?? '' },
  });
  const role = useWatch({ control: form.control, name: 'role' });
  // If there is no center, do not offer the roles that belong to a center.
  const offeredRoles = staffRoles.filter((offered) => centers.length > 0 || !isCenterRole(offered));
  const invite = (fields: z.infer<typeof Invitation>) =>
    onInvite(async () => {
      const { role, centerId } = fields;
      const centerIds = isCenterRole(role) ? [centerId] : [];
      const { isInvited } = await call(addMember, { body: { email: fields.email, role, centerIds } });
      form.reset();
      const { email } = fields;
      if (!isInvited) return t`${email} has the role now and finds these pages at /staff.`;
      return sendsEmail
        ? t`An invitation is on its way to ${email}.`
        : t`The invitation of ${email} waits, but this site sends no email yet. Give the person the link below.`;
    });
  return (
    <ActionForm form={form} onSubmit={invite} submitLabel={t`Invite`} toText={staffErrorText}>
      <TextField {...field('email')} label={t`Email`} type="email" autoComplete="off" />
      <SelectField
        label={t`Role`}
        hint={t`Moderators decide about reported photos and reviews. Editors write the content of the site and see no donor's data. Coordinators run the clinics of their center. Check-in sees the list of today and records who comes. Owners may do everything.`}
        {...form.register('role')}
      >
        {offeredRoles.map((offered) => (
          <option key={offered} value={offered}>
            {roleNames[offered]}
          </option>
        ))}
      </SelectField>
      {isCenterRole(role) && <CenterSelect centers={centers} {...form.register('centerId')} />}
      {!sendsEmail && <InvitationLink />}
    </ActionForm>
  );
}

/**
 * Shows the invitation link. It is not a secret, because it works only for a person who has confirmed the
 * invited address.
 */
function InvitationLink() {
  const [isCopied, setIsCopied] = useState(false);
  const { failure, attempt } = useFormAction(() => t`Copying did not work. Select the link and copy it.`);
  const link = `${publicUrl()}${basePath}/staff/join`;
  const copy = () =>
    attempt(async () => {
      await navigator.clipboard.writeText(link);
      setIsCopied(true);
    });
  return (
    <div className="grid gap-3 rounded-medium bg-warn-soft px-5 py-4">
      <p className="text-warn">
        <Trans>
          This site sends no email yet, so nobody is told of an invitation. Give the person this link. They
          sign in with the invited address and must confirm it, which takes an email, too.
        </Trans>
      </p>
      <p className="font-semibold wrap-anywhere">{link}</p>
      <FormError text={failure} />
      <div className="flex flex-wrap gap-3">
        <Button size="small" variant="outlined" onClick={() => void copy()}>
          <Trans>Copy the link</Trans>
        </Button>
        <LinkButton size="small" variant="outlined" to="/staff/settings">
          <Trans>Set up email</Trans>
        </LinkButton>
      </div>
      <p role="status" className="empty:hidden">
        {isCopied && t`The link is copied.`}
      </p>
    </div>
  );
}
