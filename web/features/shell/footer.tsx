import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { siteName } from '#web/before-react/page-data.ts';
import { useHydrated } from '#web/browser/use-hydrated.ts';
import { PlaceholderLink, SocialLinks } from '#web/components/social-links.tsx';
import { formatPlainNumber } from '#web/i18n/digits.ts';
import { footerColumns, type FooterLink as LinkProps, socialUrls } from './footer-links.ts';

export function Footer() {
  // The page may have been built in an earlier year.
  const year = formatPlainNumber(useHydrated() ? new Date().getFullYear() : import.meta.env.BUILD_YEAR);
  const site = siteName();
  return (
    <footer className="bb-footer">
      <div className="bb-page">
        <div className="bb-footer-columns md:grid-cols-4">
          {footerColumns().map(({ key, heading, links }) => (
            <section key={key}>
              <h2 className="mb-2 text-large">{heading}</h2>
              <ul>
                {links.map((link) => (
                  <li key={link.label + link.url}>
                    <FooterLink {...link} />
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
            urls={socialUrls()}
          />
        </div>
      </div>
    </footer>
  );
}

function FooterLink({ label, lang, url }: LinkProps) {
  const className = 'bb-quiet-link wrap-anywhere';
  if (url === undefined) return <PlaceholderLink>{label}</PlaceholderLink>;
  if (url.startsWith('/'))
    return (
      <Link to={url} lang={lang} className={className}>
        {label}
      </Link>
    );
  return (
    <a href={url} lang={lang} rel="noreferrer" className={className}>
      {label}
    </a>
  );
}
