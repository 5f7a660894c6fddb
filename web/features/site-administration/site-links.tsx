import { t } from '@lingui/core/macro';
import { Link } from 'react-router';
import { Section } from '#web/components/section.tsx';

const links: { to: string; name: string; text: string }[] = [
  {
    to: '/staff/accounts',
    name: t`Accounts`,
    text: t`Find a member, sign out all devices, disable the account, or remove lost verification methods`,
  },
  {
    to: '/staff/payments',
    name: t`Payments`,
    text: t`Failed refunds, disputes, and the history of a payment`,
  },
  {
    to: '/staff/imported-donations',
    name: t`Earlier donations`,
    text: t`Import what the community recorded before this site, from a spreadsheet`,
  },
  {
    to: '/staff/messages',
    name: t`Undelivered messages`,
    text: t`Emails and text messages that were rejected`,
  },
  { to: '/staff/backups', name: t`Backups`, text: t`Make a backup on the server, and see the earlier ones` },
];

/** Links to the owner's occasional tasks. A site that takes no payments has none about them. */
export const SiteLinks = ({ withoutPayments = false }: { withoutPayments?: boolean | undefined }) => (
  <Section title={t`Run the site`}>
    <ul className="grid gap-3">
      {links
        .filter(({ to }) => !(withoutPayments && to === '/staff/payments'))
        .map(({ to, name, text }) => (
          <li key={to} className="grid gap-1">
            <Link to={to} className="bb-row-link justify-self-start">
              {name}
            </Link>
            <span className="bb-hint">{text}</span>
          </li>
        ))}
    </ul>
  </Section>
);
