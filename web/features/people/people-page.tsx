import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { listStaffCenters } from '#contract/center-administration.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { endShift, listMembers, listShifts, removeMember } from '#contract/staff.ts';
import { getChecklist } from '#contract/staff-settings.ts';
import { call } from '#web/api/client.ts';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Button } from '#web/components/button.tsx';
import { pendingMark, successMark } from '#web/components/class-names.ts';
import { alertDialog, confirmDialog } from '#web/components/dialogs.ts';
import { Section } from '#web/components/section.tsx';
import { PageSpinner } from '#web/components/spinner.tsx';
import { formatDateTime } from '#web/i18n/days.ts';
import type { StaffCenter } from '#web/queries/staff-center-queries.ts';
import { translateBrowserName } from '../account/session-list.tsx';
import { ChangeOutcome } from '../staff/change-outcome.tsx';
import { StaffLoadError } from '../staff/staff-load-error.tsx';
import { StaffPage } from '../staff/staff-page.tsx';
import { roleNames } from '../staff/texts.ts';
import { ignoreNotFound, useChange } from '../staff/use-change.ts';
import { InvitePerson } from './invite-person.tsx';

type StaffPerson = ResponseOf<typeof listMembers>[number];
type Shift = ResponseOf<typeof listShifts>[number];

/** On this page an owner grants and revokes roles, and ends shifts. */
export function PeoplePage() {
  const { user } = useSession();
  const { done, failure, isBusy, run, change } = useChange();
  const query = useQuery({
    queryKey: ['staff', user?.uid, 'people'],
    queryFn: async ({ signal }) => {
      const [members, shifts, centers, { email }] = await Promise.all([
        call(listMembers, { signal }),
        call(listShifts, { signal }),
        call(listStaffCenters, { signal }),
        call(getChecklist, { signal }),
      ]);
      return { members, shifts, centers, sendsEmail: email.source !== 'files' };
    },
  });

  async function remove(person: StaffPerson) {
    const { userId, role, centerIds, isInvited } = person;
    const email = addressOf(person);
    const name = roleNames[role];
    const owners = query.data?.members.filter((member) => member.role === 'owner' && !member.isInvited) ?? [];
    if (role === 'owner' && !isInvited && owners.length === 1)
      return alertDialog({
        title: t`The site needs an owner`,
        text: t`Make somebody else an owner first.`,
      });
    const isConfirmed = await confirmDialog({
      title: isInvited ? t`Withdraw the invitation?` : t`Remove the role?`,
      text: isInvited
        ? t`The link in the email stops working.`
        : userId === user?.uid
          ? t`This is your own role. You lose it at once, on all devices.`
          : t`The person is signed out of the staff pages at once, on all devices.`,
      details: `${email}: ${name}`,
    });
    if (!isConfirmed) return;
    await change(async () => {
      const who = userId === undefined ? { email } : { userId };
      const isRemoved = await ignoreNotFound(call(removeMember, { body: { ...who, role, centerIds } }));
      return isRemoved
        ? t`Removed: ${email}, ${name}`
        : t`Somebody else has already removed: ${email}, ${name}`;
    });
  }

  const end = (shift: Shift) =>
    change(async () => {
      const email = addressOf(shift);
      await ignoreNotFound(call(endShift, { params: { id: shift._id } }));
      return t`The shift of ${email} has ended.`;
    });

  if (query.isPending) return <PageSpinner label={t`People and shifts`} />;
  return (
    <StaffPage heading={t`People and shifts`}>
      {query.error ? (
        <StaffLoadError name={t`The list of people`} query={query} />
      ) : (
        <>
          <ChangeOutcome failure={failure} done={done} />
          <Section title={t`Invite a person`}>
            <InvitePerson centers={query.data.centers} sendsEmail={query.data.sendsEmail} onInvite={run} />
          </Section>
          <Section title={t`People`}>
            <ul className="grid gap-5">
              {query.data.members.map((person) => (
                <li key={`${addressOf(person)} ${person.role} ${person.centerIds} ${person.isInvited}`}>
                  <Person
                    person={person}
                    centers={query.data.centers}
                    isBusy={isBusy}
                    onRemove={() => void remove(person)}
                  />
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
    </StaffPage>
  );
}

/** Returns the address, or the id of an account that has none. */
const addressOf = ({ email, userId = '' }: { email: string; userId?: string | undefined }) => email || userId;

const rowClass = 'flex flex-wrap items-center justify-between gap-x-4 gap-y-2';

type PersonProps = {
  person: StaffPerson;
  centers: readonly StaffCenter[];
  isBusy: boolean;
  onRemove: () => void;
};

function Person({ person, centers, isBusy, onRemove }: PersonProps) {
  const { role, centerIds, isInvited } = person;
  const email = addressOf(person);
  const name = roleNames[role];
  return (
    <div className={rowClass}>
      <span className="grid gap-1 wrap-anywhere">
        <strong>{email}</strong>
        <span className="flex flex-wrap items-center gap-2">
          {[name, ...centerIds.map((id) => centers.find(({ _id }) => _id === id)?.name ?? id)].join(', ')}
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
  const { isOwnDevice } = shift;
  const email = addressOf(shift);
  const device = translateBrowserName(shift.device) || t`Unknown device`;
  const [start, end] = [formatDateTime(shift.startedAt), formatDateTime(shift.endsAt)];
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
