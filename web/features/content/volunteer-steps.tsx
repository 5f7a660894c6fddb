import { t } from '@lingui/core/macro';
import { NextSteps } from './next-steps.tsx';
import { campaignStep, helpStep, photosStep, requestStep } from './steps.ts';

export function VolunteerSteps() {
  return (
    <div className="bg-soft">
      <NextSteps
        id="become-volunteer"
        title={t`Become a volunteer`}
        lead={t`Choose what suits you. You can start today.`}
        steps={[campaignStep, requestStep, photosStep, helpStep]}
      />
    </div>
  );
}
