import { useSyncExternalStore } from 'react';
import { brand } from '#web/site/page-meta.ts';
import { DeadLink } from '#web/ui/dead-link.tsx';
import { SocialLinks } from '#web/ui/social-links.tsx';

const columns = [
  { heading: 'Company', links: ['About', 'Careers', 'Brand Center', 'Blog'] },
  { heading: 'Help center', links: ['Discord Server', 'Twitter', 'Facebook', 'Contact Us'] },
  { heading: 'Legal', links: ['Privacy Policy', 'Licensing', 'Terms & Conditions'] },
  { heading: 'Download', links: ['iOS', 'Android', 'Windows', 'MacOS'] },
];

export function Footer() {
  const year = useYear();
  return (
    <footer className="bb-footer">
      <div className="bb-page">
        <div className="bb-footer-columns">
          {columns.map(({ heading, links }) => (
            <section key={heading}>
              <h2>{heading}</h2>
              <ul>
                {links.map((label) => (
                  <li key={label}>
                    <DeadLink>{label}</DeadLink>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
        <div className="bb-footer-end">
          <p>
            © {year} {brand}. All Rights Reserved.
          </p>
          <SocialLinks
            names={['Instagram', 'YouTube', 'LinkedIn', 'WhatsApp', 'Telegram', 'Pinterest']}
            of={brand}
          />
        </div>
      </div>
    </footer>
  );
}

const never = () => () => {};

// The prerendered page holds the year of its build.
const useYear = (): number =>
  useSyncExternalStore(
    never,
    () => new Date().getFullYear(),
    () => import.meta.env.BUILD_YEAR,
  );
