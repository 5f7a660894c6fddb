import { t } from '@lingui/core/macro';
import { useNavigate } from 'react-router';
import { addCenter } from '#contract/center-administration.ts';
import { call } from '#web/api/client.ts';
import { useQueryClient } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Section } from '#web/components/section.tsx';
import { StaffPage } from '../staff/staff-page.tsx';
import { CenterForm } from './center-form.tsx';

export function AddCenterPage() {
  const { user } = useSession();
  const cache = useQueryClient();
  const navigate = useNavigate();
  return (
    <StaffPage heading={t`Add a center`}>
      <Section title={t`Center`}>
        <CenterForm
          onSave={async (body) => {
            const { insertedId } = await call(addCenter, { body });
            await cache.invalidateQueries({ queryKey: ['staff', user?.uid] });
            await navigate(`/staff/centers/${insertedId}`, { replace: true });
          }}
        />
      </Section>
    </StaffPage>
  );
}
