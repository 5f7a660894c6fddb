import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { endShift, listShifts } from '#contract/staff.ts';
import type { StaffRole } from '#contract/staff-access.ts';
import { call } from '#web/api/client.ts';
import { useQuery, useQueryClient } from '#web/api/queries.ts';
import { staffCentersQuery } from '#web/api/staff-center-queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Button, LinkButton } from '#web/components/button.tsx';
import { confirmDialog } from '#web/components/dialogs.ts';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { Section } from '../account/section.tsx';
import { countUnsent, sendUnsent } from '../check-in/devices.ts';
import { Checklist } from './checklist.tsx';
import { staffErrorText } from './error-texts.ts';
import { useStaff } from './staff-layout.tsx';
import { AddSecondFactor } from './staff-load-error.tsx';
import { formatTime, roleNames } from './texts.ts';

/** The person's roles and shift; for an owner, what is left to set up. */
export function StartPage() {
  const { roles, shiftEndsAt, secondFactor } = useStaff();
  const end = formatTime(shiftEndsAt);
  const names = new Set(roles.map(({ role }) => role));
  const isOnlyModerator = names.size === 1 && names.has('moderator');
  return (
    <div className="grid max-w-4xl grid-cols-1 gap-6">
      <h1 tabIndex={-1}>
        <Trans>Staff</Trans>
      </h1>
      {names.has('owner') && <Checklist />}
      {!isOnlyModerator && !secondFactor && <AddSecondFactor />}
      <Section title={t`Your shift`}>
        <p>
          <Trans>
            You work as: <Roles />
          </Trans>
        </p>
        <p>
          <Trans>This device stays signed in for work until {end}.</Trans>
        </p>
        <div className="flex flex-wrap gap-3">
          {isOnlyModerator ? (
            <LinkButton to="/staff/moderation">
              <Trans>Photos and reviews</Trans>
            </LinkButton>
          ) : (
            secondFactor && (
              <LinkButton to="/staff/today">
                <Trans>Today</Trans>
              </LinkButton>
            )
          )}
          <EndOwnShift />
        </div>
      </Section>
    </div>
  );
}

/** The roles, each with its centers. */
function Roles() {
  const { user } = useSession();
  const { roles } = useStaff();
  const { data: centers = [] } = useQuery({
    ...staffCentersQuery(user?.uid),
    enabled: roles.some(({ centerId }) => centerId !== undefined),
  });
  const describe = (role: StaffRole) => {
    const ids = roles.filter((granted) => granted.role === role).map(({ centerId }) => centerId);
    const places = centers.filter(({ _id }) => ids.includes(_id)).map(({ name }) => name);
    return [roleNames[role], ...places].join(', ');
  };
  return <strong>{[...new Set(roles.map(({ role }) => role))].map(describe).join('; ')}</strong>;
}

function EndOwnShift() {
  const { user } = useSession();
  const cache = useQueryClient();
  const { failure, isBusy, attempt } = useFormAction(staffErrorText);
  const endOwn = async () => {
    const userId = user?.uid ?? '';
    await sendUnsent(userId);
    const count = await countUnsent(userId);
    const isConfirmed =
      count === 0 ||
      (await confirmDialog({
        title: plural(count, {
          one: '# change could not be sent',
          other: '# changes could not be sent',
        }),
        text: t`They stay on this device for 7 days, and are sent when you sign in here again.`,
        yes: t`End the shift`,
        no: t`Cancel`,
      }));
    if (!isConfirmed) return;
    const own = (await call(listShifts)).find(({ isOwnDevice }) => isOwnDevice);
    if (own) await call(endShift, { params: { id: own._id } });
    await cache.resetQueries({ queryKey: ['staff', user?.uid] });
  };
  return (
    <>
      <FormError text={failure} />
      <Button variant="outlined" isBusy={isBusy} onClick={() => void attempt(endOwn)}>
        <Trans>End the shift on this device</Trans>
      </Button>
    </>
  );
}
