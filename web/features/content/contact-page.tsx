import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { Link } from 'react-router';
import { hasFeature, siteConfig } from '#web/api/config.ts';
import { siteName } from '#web/before-react/page-data.ts';
import { calendarIcon, personIcon, photoIcon } from '#web/components/icons.ts';
import { pageMeta } from '#web/components/page-meta.ts';
import { CampaignCards } from '../landing/campaign-cards.tsx';
import { FramePicture } from './frame-picture.tsx';
import { framedPage } from './framed-page.tsx';
import { NextSteps } from './next-steps.tsx';
import { eligibilityStep } from './steps.ts';

export const meta = () =>
  pageMeta({
    title: t`Contact`,
    path: '/contact',
    description: t`How to contact ${{ site: siteName() }}.`,
  });

export const handle = framedPage(ContactSections);

export default function ContactPage() {
  return (
    <div className="bb-page bb-frame-text">
      <h1>{t`This is for contact`}</h1>
    </div>
  );
}

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

function ContactSections() {
  return (
    <>
      <FramePicture name="page-contact" />
      <NextSteps
        title={t`What do you need?`}
        lead={t`Most questions are answered fastest here.`}
        steps={[appointmentStep, eligibilityStep, accountStep, reportStep]}
      />
      <ContactAddress />
      <div className="bg-soft">
        <CampaignCards compact />
      </div>
    </>
  );
}

/**
 * Names the address of the people who run the site if the operator has set one, otherwise the donation
 * centers.
 */
function ContactAddress() {
  const { contactEmail } = siteConfig();
  const heading = useId();
  if (!contactEmail && !hasFeature('staff')) return null;
  return (
    <section aria-labelledby={heading} className="bb-page pb-16">
      <h2 id={heading}>{contactEmail ? t`Write to us` : t`Ask at your donation center`}</h2>
      <p className="bb-lead mt-3 max-w-prose">
        {contactEmail ? (
          <Trans>
            Anything else, also a refund:{' '}
            <a className="bb-text-link" href={`mailto:${contactEmail}`}>
              {contactEmail}
            </a>
            . For a refund, add the number on your donation pass.
          </Trans>
        ) : (
          <Trans>
            The people there also help with a refund. See the{' '}
            <Link to="/centers" className="bb-text-link">
              centers and their addresses
            </Link>
            .
          </Trans>
        )}
      </p>
    </section>
  );
}
