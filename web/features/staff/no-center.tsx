import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { LinkButton } from '#web/components/button.tsx';
import { useStaff } from './staff-layout.tsx';

/**
 * Says that the viewer has no center. Owners get a link to add one, and other staff are referred to the
 * owner.
 */
export function NoCenter() {
  const { roles } = useStaff();
  const isOwner = roles.some(({ role }) => role === 'owner');
  return (
    <div className="bb-card grid justify-items-start gap-4 p-6">
      <p className="bb-lead">
        {isOwner
          ? t`There is no center yet. Add the first one, and its clinics.`
          : t`You have no center yet. Ask the owner of this site.`}
      </p>
      {isOwner ? (
        <LinkButton to="/staff/centers/new">
          <Trans>Add a center</Trans>
        </LinkButton>
      ) : (
        <LinkButton to="/staff/shift" variant="outlined">
          <Trans>Your shift</Trans>
        </LinkButton>
      )}
    </div>
  );
}
