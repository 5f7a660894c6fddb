import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { endShift, listShifts } from '#contract/staff.ts';
import { call } from '#web/api/client.ts';
import { useQueryClient } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Button } from '#web/components/button.tsx';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { Section } from '../account/section.tsx';
import { Checklist } from './checklist.tsx';
import { staffErrorText } from './error-texts.ts';
import { useStaff } from './staff-layout.tsx';
import { formatTime, roleNames } from './texts.ts';

/** The person's roles and shift; for an owner, what is left to set up. */
export function StartPage() {
  const { roles, shiftEndsAt } = useStaff();
  const end = formatTime(shiftEndsAt);
  const names = [...new Set(roles.map(({ role }) => roleNames[role]))].join(', ');
  return (
    <div className="grid max-w-4xl grid-cols-1 gap-6">
      <h1 tabIndex={-1}>
        <Trans>Staff</Trans>
      </h1>
      <Section title={t`Your shift`}>
        <p>
          <Trans>
            You work as: <strong>{names}</strong>
          </Trans>
        </p>
        <p>
          <Trans>This device stays signed in for work until {end}.</Trans>
        </p>
        <EndOwnShift />
      </Section>
      {roles.some(({ role }) => role === 'owner') && <Checklist />}
    </div>
  );
}

function EndOwnShift() {
  const { user } = useSession();
  const cache = useQueryClient();
  const { failure, isBusy, attempt } = useFormAction(staffErrorText);
  const endOwn = async () => {
    const own = (await call(listShifts)).find(({ isOwnDevice }) => isOwnDevice);
    if (own) await call(endShift, { params: { id: own._id } });
    await cache.resetQueries({ queryKey: ['staff', user?.uid] });
  };
  return (
    <>
      <FormError text={failure} />
      <Button
        variant="outlined"
        className="justify-self-start"
        isBusy={isBusy}
        onClick={() => void attempt(endOwn)}
      >
        <Trans>End the shift on this device</Trans>
      </Button>
    </>
  );
}
