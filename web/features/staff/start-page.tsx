import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { endShift, listShifts } from '#contract/staff.ts';
import { call } from '#web/api/client.ts';
import { useQueryClient } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Button, LinkButton } from '#web/components/button.tsx';
import { successMark } from '#web/components/class-names.ts';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { publicUrl } from '#web/document/page-meta.ts';
import { Section } from '../account/section.tsx';
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
  const { failure, isBusy, attempt } = useFormAction();
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

/** What an owner sets up first. */
function Checklist() {
  const { secondFactor } = useStaff();
  return (
    <Section title={t`Set up your site`}>
      <ol className="grid gap-5">
        <li className="grid justify-items-start gap-2">
          <strong>
            <Trans>Site address</Trans>
          </strong>
          <span>{publicUrl()}</span>
          <span className="bb-hint">
            <Trans>To change it, set PUBLIC_URL and restart the site.</Trans>
          </span>
        </li>
        <li className="grid justify-items-start gap-2">
          <strong>
            <Trans>Two-step verification</Trans>
          </strong>
          {secondFactor ? (
            <span className={successMark}>
              <Trans>Done</Trans>
            </span>
          ) : (
            <>
              <span>
                <Trans>You need it before you can invite people or see data of others.</Trans>
              </span>
              <LinkButton to="/dashboard/account" size="small">
                <Trans>Add a verification method</Trans>
              </LinkButton>
            </>
          )}
        </li>
        <li className="grid justify-items-start gap-2">
          <strong>
            <Trans>Invite the people who work with you</Trans>
          </strong>
          <LinkButton to="/staff/people" size="small" variant="outlined">
            <Trans>People and shifts</Trans>
          </LinkButton>
        </li>
      </ol>
    </Section>
  );
}
