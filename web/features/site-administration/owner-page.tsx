import { t } from '@lingui/core/macro';
import type { ComponentProps } from 'react';
import { ChangeOutcome } from '../staff/change-outcome.tsx';
import { StaffPage } from '../staff/staff-page.tsx';

type Props = Omit<ComponentProps<typeof StaffPage>, 'back'> & Partial<ComponentProps<typeof ChangeOutcome>>;

/** Renders a page that the settings lead to, with the outcome of the last change. */
export const OwnerPage = ({ failure, done, children, ...page }: Props) => (
  <StaffPage {...page} back={{ to: '/staff/settings', text: t`Back to the settings` }}>
    <ChangeOutcome failure={failure} done={done} />
    {children}
  </StaffPage>
);
