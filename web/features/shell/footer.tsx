import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { siteName } from '#web/before-react/page-data.ts';
import { useHydrated } from '#web/browser/use-hydrated.ts';
import { PlaceholderLink, SocialLinks } from '#web/components/social-links.tsx';
import { formatPlainNumber } from '#web/i18n/digits.ts';

const columns = [
  { heading: t`Company`, links: [t`About`, t`Careers`, t`Brand Center`, t`Blog`] },
  { heading: t`Help center`, links: [t`Discord Server`, t`Twitter`, t`Facebook`, t`Contact Us`] },
  { heading: t`Legal`, links: [t`Privacy Policy`, t`Licensing`, t`Terms & Conditions`] },
  { heading: t`Download`, links: [t`iOS`, t`Android`, t`Windows`, t`MacOS`] },
];

export function Footer() {
  // The page may have been built in an earlier year.
  const year = formatPlainNumber(useHydrated() ? new Date().getFullYear() : import.meta.env.BUILD_YEAR);
  const site = siteName();
  return (
    <footer className="bb-footer">
      <div className="bb-page">
        <div className="bb-footer-columns md:grid-cols-4">
          {columns.map(({ heading, links }) => (
            <section key={heading}>
              <h2 className="mb-2 text-large">{heading}</h2>
              <ul>
                {links.map((label) => (
                  <li key={label}>
                    <PlaceholderLink>{label}</PlaceholderLink>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
        <div className="bb-footer-end">
          <p>
            <Trans>
              © {year} {site}. All Rights Reserved.
            </Trans>
          </p>
          <SocialLinks
            names={['Instagram', 'YouTube', 'LinkedIn', 'WhatsApp', 'Telegram', 'Pinterest']}
            owner={site}
          />
        </div>
      </div>
    </footer>
  );
}
