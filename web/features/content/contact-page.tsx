import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { hasFeature } from '#web/api/config.ts';
import { isPublished, pageData, serverData, siteName } from '#web/before-react/page-data.ts';
import { calendarIcon, personIcon, photoIcon } from '#web/components/icons.ts';
import { pageMeta } from '#web/components/page-meta.ts';
import { ServerContent } from '#web/components/server-content.tsx';
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
      <h1>{isPublished('contact') ? t`Contact` : t`This is for contact`}</h1>
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
      {isPublished('contact') && <OwnContact />}
      <NextSteps
        title={t`What do you need?`}
        lead={t`Most questions are answered fastest here.`}
        steps={[appointmentStep, eligibilityStep, accountStep, reportStep]}
      />
      {!isPublished('contact') && <ContactAddress />}
      <div className="bg-soft">
        <CampaignCards compact />
      </div>
    </>
  );
}

/** Shows how to reach the people who run the site, as they have entered it. */
function OwnContact() {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="bb-page bb-section">
      <h2 id={heading}>{t`How to reach us`}</h2>
      <ServerContent id="contact">{import.meta.env.SSR && <ContactFacts />}</ServerContent>
      {pageData().site.hasCenters && (
        <p className="mt-8">
          <Link to="/centers" className="bb-text-link">
            <Trans>All donation centers, with whom to ask there</Trans>
          </Link>
        </p>
      )}
    </section>
  );
}

function ContactFacts() {
  const { email, phone, whatsapp, address, mapUrl, hours, answers, lang } = serverData().content.contact;
  return (
    <dl className="mt-8 grid gap-6 sm:grid-cols-2">
      {email && (
        <ContactFact term={t`Email`}>
          <a className="bb-text-link" href={`mailto:${email}`}>
            {email}
          </a>
        </ContactFact>
      )}
      {phone && (
        <ContactFact term={t`Phone`}>
          <a className="bb-text-link" href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>
            {phone}
          </a>
        </ContactFact>
      )}
      {whatsapp && (
        <ContactFact term="WhatsApp">
          <a
            className="bb-text-link"
            href={`https://wa.me/${whatsapp.replaceAll(/\D/g, '')}`}
            rel="noreferrer"
          >
            {whatsapp}
          </a>
        </ContactFact>
      )}
      {(address || mapUrl) && (
        <ContactFact term={t`Address`}>
          <span lang={lang}>{address}</span>
          {mapUrl && (
            <a href={mapUrl} rel="noreferrer" className="bb-text-link block">
              <Trans>Show on a map</Trans>
            </a>
          )}
        </ContactFact>
      )}
      {hours && (
        <ContactFact term={t`Opening hours`}>
          <span lang={lang}>{hours}</span>
        </ContactFact>
      )}
      {answers && (
        <ContactFact term={t`Who answers`}>
          <span lang={lang}>{answers}</span>
        </ContactFact>
      )}
    </dl>
  );
}

const ContactFact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-ink-soft">{term}</dt>
    <dd className="mt-1 whitespace-pre-line wrap-anywhere text-large">{children}</dd>
  </div>
);

/**
 * Names the address of the people who run the site if the operator has set one, otherwise the donation
 * centers.
 */
function ContactAddress() {
  const { site } = pageData();
  const { email: contactEmail } = site.contact;
  const hasFee = site.fee !== null;
  const heading = useId();
  if (!contactEmail && !hasFeature('staff')) return null;
  return (
    <section aria-labelledby={heading} className="bb-page pb-16">
      <h2 id={heading}>{contactEmail ? t`Write to us` : t`Ask at your donation center`}</h2>
      <p className="bb-lead mt-3 max-w-prose">
        {contactEmail ? (
          <>
            {hasFee ? t`Anything else, also a refund:` : t`Anything else:`}{' '}
            <a className="bb-text-link" href={`mailto:${contactEmail}`}>
              {contactEmail}
            </a>
          </>
        ) : (
          <Trans>
            See the{' '}
            <Link to="/centers" className="bb-text-link">
              centers and their addresses
            </Link>
            .
          </Trans>
        )}
        {hasFee && (
          <span className="block">
            {contactEmail
              ? t`For a refund, add the number on your donation pass.`
              : t`The people there also help with a refund.`}
          </span>
        )}
      </p>
    </section>
  );
}
