import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import * as z from 'zod/mini';
import type { ResponseOf } from '#contract/endpoint.ts';
import { addMember, endShift, listMembers, listShifts, removeMember } from '#contract/staff.ts';
import { call } from '#web/api/client.ts';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Email } from '#web/auth/credentials.ts';
import { Button } from '#web/components/button.tsx';
import { pendingMark, successMark } from '#web/components/class-names.ts';
import { confirmDialog } from '#web/components/dialogs.ts';
import { Field, TextField } from '#web/components/field.tsx';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { PageSpinner } from '#web/components/spinner.tsx';
import { useFields } from '#web/components/use-fields.ts';
import { Section } from '../account/section.tsx';
import { ChangeOutcome } from './change-outcome.tsx';
import { staffErrorText } from './error-texts.ts';
import { StaffLoadError } from './staff-message.tsx';
import { formatTime, roleNames } from './texts.ts';
import { unlessGone, useChange } from './use-change.ts';

type StaffPerson = ResponseOf<typeof listMembers>[number];
type Shift = ResponseOf<typeof listShifts>[number];

/** An owner gives and takes roles, and ends shifts. */
export function PeoplePage() {
  const { user } = useSession();
  const { done, failure, isBusy, run, change } = useChange();
  const query = useQuery({
    queryKey: ['staff', user?.uid, 'people'],
    queryFn: async ({ signal }) => {
      const [members, shifts] = await Promise.all([
        call(listMembers, { signal }),
        call(listShifts, { signal }),
      ]);
      return { members, shifts };
    },
  });

  async function remove({ email, role, centerIds, isInvited }: StaffPerson) {
    const name = roleNames[role];
    const isConfirmed = await confirmDialog({
      title: isInvited ? t`Withdraw the invitation?` : t`Remove the role?`,
      text: isInvited
        ? t`The link in the email stops working.`
        : t`The person is signed out of the staff pages at once, on all devices.`,
      details: `${email}: ${name}`,
    });
    if (!isConfirmed) return;
    await change(async () => {
      const isRemoved = await unlessGone(call(removeMember, { body: { email, role, centerIds } }));
      return isRemoved
        ? t`Removed: ${email}, ${name}`
        : t`Somebody else has already removed: ${email}, ${name}`;
    });
  }

  const end = ({ _id, email }: Shift) =>
    change(async () => {
      await unlessGone(call(endShift, { params: { id: _id } }));
      return t`The shift of ${email} has ended.`;
    });

  if (query.isPending) return <PageSpinner label={t`People and shifts`} />;
  return (
    <div className="grid max-w-4xl grid-cols-1 gap-6">
      <h1 tabIndex={-1}>
        <Trans>People and shifts</Trans>
      </h1>
      {query.error ? (
        <StaffLoadError
          name={t`The list of people`}
          error={query.error}
          isBusy={query.isFetching}
          onRetry={query.refetch}
        />
      ) : (
        <>
          <ChangeOutcome failure={failure} done={done} />
          <Section title={t`Invite a person`}>
            <InvitePerson onInvite={run} />
          </Section>
          <Section title={t`People`}>
            <ul className="grid gap-5">
              {query.data.members.map((person) => (
                <li key={`${person.email} ${person.role} ${person.isInvited}`}>
                  <Person person={person} isBusy={isBusy} onRemove={() => void remove(person)} />
                </li>
              ))}
            </ul>
          </Section>
          <Section title={t`Shifts now`}>
            <ul className="grid gap-5">
              {query.data.shifts.map((shift) => (
                <li key={shift._id}>
                  <ShiftRow shift={shift} isBusy={isBusy} onEnd={() => void end(shift)} />
                </li>
              ))}
            </ul>
          </Section>
        </>
      )}
    </div>
  );
}

/** Roles for the whole site. Those for centers come with the centers. */
const siteRoles = ['moderator', 'owner'] as const;
const Invitation = z.object({ email: Email, role: z.enum(siteRoles) });

function InvitePerson({ onInvite }: { onInvite: (action: () => Promise<string>) => Promise<void> }) {
  const { form, field } = useFields(Invitation, { defaultValues: { email: '', role: 'moderator' } });
  const { failure, attempt } = useFormAction(staffErrorText);
  const invite = (fields: z.infer<typeof Invitation>) =>
    onInvite(async () => {
      const { isInvited } = await call(addMember, { body: fields });
      form.reset();
      const { email } = fields;
      return isInvited
        ? t`An invitation is on its way to ${email}.`
        : t`${email} has the role now and finds these pages at /staff.`;
    });
  const submit = form.handleSubmit((fields) => attempt(() => invite(fields)));
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <TextField {...field('email')} label={t`Email`} type="email" autoComplete="off" />
      <Field
        label={t`Role`}
        hint={t`Moderators decide about reported photos and reviews. Owners may do everything.`}
      >
        {(aria) => (
          <select {...aria} {...form.register('role')} className="bb-input bb-select">
            {siteRoles.map((role) => (
              <option key={role} value={role}>
                {roleNames[role]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <FormError text={failure} />
      <Button type="submit" isBusy={form.formState.isSubmitting} className="justify-self-start">
        <Trans>Invite</Trans>
      </Button>
    </form>
  );
}

const rowClass = 'flex flex-wrap items-center justify-between gap-x-4 gap-y-2';

type PersonProps = { person: StaffPerson; isBusy: boolean; onRemove: () => void };

function Person({ person, isBusy, onRemove }: PersonProps) {
  const { email, role, centerIds, isInvited } = person;
  const name = roleNames[role];
  return (
    <div className={rowClass}>
      <span className="grid gap-1 wrap-anywhere">
        <strong>{email}</strong>
        <span className="flex flex-wrap items-center gap-2">
          {[name, ...centerIds].join(', ')}
          {isInvited && (
            <span className={pendingMark}>
              <Trans>Invited</Trans>
            </span>
          )}
        </span>
      </span>
      <Button
        variant="outlined"
        size="small"
        isBusy={isBusy}
        aria-label={t`Remove ${email}, ${name}`}
        onClick={onRemove}
      >
        <Trans>Remove</Trans>
      </Button>
    </div>
  );
}

function ShiftRow({ shift, isBusy, onEnd }: { shift: Shift; isBusy: boolean; onEnd: () => void }) {
  const { email, isOwnDevice } = shift;
  const device = shift.device || t`Unknown device`;
  const [start, end] = [formatTime(shift.startedAt), formatTime(shift.endsAt)];
  return (
    <div className={rowClass}>
      <span className="grid gap-1 wrap-anywhere">
        <strong>{email}</strong>
        <span className="flex flex-wrap items-center gap-2">
          {device}
          {isOwnDevice && (
            <span className={successMark}>
              <Trans>This device</Trans>
            </span>
          )}
        </span>
        <span className="bb-hint">
          <Trans>
            From {start} to {end}
          </Trans>
        </span>
      </span>
      <Button
        variant="outlined"
        size="small"
        isBusy={isBusy}
        aria-label={t`End the shift of ${email}, ${device}`}
        onClick={onEnd}
      >
        <Trans>End</Trans>
      </Button>
    </div>
  );
}
