import { t } from '@lingui/core/macro';
import { calendarIcon, personIcon, photoIcon } from '#web/components/icons.ts';
import { CampaignCards } from '../landing/campaign-cards.tsx';
import { FramePicture } from './frame-picture.tsx';
import { NextSteps } from './next-steps.tsx';
import { eligibilityStep } from './steps.ts';

const appointmentStep = {
  to: '/dashboard/appointments',
  icon: calendarIcon,
  title: t`Change or cancel an appointment`,
  detail: t`Sign in to choose another day, cancel, or see your receipt.`,
};
const accountStep = {
  to: '/dashboard/account',
  icon: personIcon,
  title: t`Change your account`,
  detail: t`Your name, email, password, reminders and data.`,
};
const reportStep = {
  to: '/dashboard/gallery',
  icon: photoIcon,
  title: t`Report or remove a photo`,
  detail: t`Open the photo in the gallery.`,
};

export default function ContactSections() {
  return (
    <>
      <FramePicture name="page-contact" />
      <NextSteps
        title={t`What do you need?`}
        lead={t`Most questions are answered fastest here.`}
        steps={[appointmentStep, eligibilityStep, accountStep, reportStep]}
      />
      <div className="bg-soft">
        <CampaignCards compact />
      </div>
    </>
  );
}
