import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { StaffRole } from '#contract/staff-access.ts';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { LinkButton } from '#web/components/button.tsx';
import { Section } from '#web/components/section.tsx';
import { formatDateTime } from '#web/i18n/days.ts';
import { staffCentersQuery } from '#web/queries/staff-center-queries.ts';
import { Checklist } from './checklist.tsx';
import { OwnSiteSteps } from './own-site-steps.tsx';
import { useStaff } from './staff-layout.tsx';
import { AddSecondFactor } from './staff-load-error.tsx';
import { StaffPage } from './staff-page.tsx';
import { roleNames } from './texts.ts';
import { WaitingTasks } from './waiting-tasks.tsx';

/**
 * Shows what waits for the person, to an owner the remaining steps to set up, and the person's roles and shift.
 * @param endShift the button that ends the shift
 */
export function StartPage({ endShift }: { endShift: ReactNode }) {
  const { roles, shiftEndsAt, secondFactor } = useStaff();
  const end = formatDateTime(shiftEndsAt);
  const names = new Set(roles.map(({ role }) => role));
  const isModerator = names.has('moderator');
  const hasTasks = isModerator || names.has('owner') || names.has('coordinator');
  const isEditor = names.has('editor') || names.has('owner');
  const seesDonors = [...names].some((role) => role !== 'moderator' && role !== 'editor');
  const shift = (
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
        {!seesDonors && isModerator && (
          <LinkButton to="/staff/moderation">
            <Trans>Photos and reviews</Trans>
          </LinkButton>
        )}
        {seesDonors && secondFactor && (
          <LinkButton to="/staff/today">
            <Trans>Today</Trans>
          </LinkButton>
        )}
        {isEditor && (
          <LinkButton to="/staff/site">
            <Trans>Your site</Trans>
          </LinkButton>
        )}
        {endShift}
      </div>
    </Section>
  );
  return (
    <StaffPage heading={t`Staff`}>
      {seesDonors && !secondFactor && <AddSecondFactor />}
      {hasTasks && <WaitingTasks />}
      {names.has('owner') ? (
        <Checklist>
          <OwnSiteSteps />
          {shift}
        </Checklist>
      ) : (
        shift
      )}
    </StaffPage>
  );
}

function Roles() {
  const { user } = useSession();
  const { roles } = useStaff();
  const { data: centers = [] } = useQuery({
    ...staffCentersQuery(user?.uid),
    enabled: roles.some(({ centerId }) => centerId !== undefined),
  });
  const describe = (role: StaffRole) => {
    const ids = roles.filter((granted) => granted.role === role).map(({ centerId }) => centerId);
    const centerNames = centers.filter(({ _id }) => ids.includes(_id)).map(({ name }) => name);
    return [roleNames[role], ...centerNames].join(', ');
  };
  return <strong>{[...new Set(roles.map(({ role }) => role))].map(describe).join('; ')}</strong>;
}
