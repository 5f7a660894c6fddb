import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

/** Our own plain icons of social networks. */
const icons = {
  Instagram:
    'M7 4h10a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3zM12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM16.8 7.2h.01',
  YouTube: 'M5 6h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2zM10 9.5v5l4.5-2.5z',
  LinkedIn:
    'M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM8 11v5M8 7.8h.01M12 16v-5M12 13a2 2 0 0 1 4 0v3',
  WhatsApp:
    'M12 3.5a8.5 8.5 0 0 0-7.3 12.8L3.5 20.5l4.3-1.1A8.5 8.5 0 1 0 12 3.5zM9 9c0 3.5 2.5 6 6 6l1-1.7-2-1-1 1c-1-.5-1.8-1.3-2.3-2.3l1-1-1-2z',
  Telegram: 'M3.5 11.5L20.5 4.5l-3 15-5.5-4-3 3-.5-5 8-6',
  Pinterest: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM10 19l2-9M9 12.5c-1-3 1-5 3.5-5s4 2 3 4.5-3.5 3-4.3 1.5',
} as const;

type SocialName = keyof typeof icons;
const socialNames = Object.keys(icons) as SocialName[];

type Props = {
  /** Networks of which a placeholder is shown. */
  names: readonly SocialName[];
  owner: string;
  /** The owner's own links, which replace the placeholders. */
  urls?: Partial<Record<Lowercase<SocialName>, string | undefined>> | undefined;
};

/** Renders links to social networks, or placeholders without a target. */
export function SocialLinks({ names, owner, urls }: Props) {
  const urlOf = (name: SocialName) => urls?.[name.toLowerCase() as Lowercase<SocialName>];
  const shown = urls ? socialNames.filter(urlOf) : names;
  if (shown.length === 0) return null;
  return (
    <ul className="-mx-2 flex flex-wrap gap-1">
      {shown.map((name) => (
        <li key={name}>
          {urls ? (
            <a
              href={urlOf(name)}
              rel="noreferrer"
              aria-label={t`${owner} on ${name}`}
              className="bb-quiet-link"
            >
              <SocialIcon name={name} />
            </a>
          ) : (
            <PlaceholderLink label={t`${owner} on ${name}`}>
              <SocialIcon name={name} />
            </PlaceholderLink>
          )}
        </li>
      ))}
    </ul>
  );
}

const SocialIcon = ({ name }: { name: SocialName }) => (
  <svg
    viewBox="0 0 24 24"
    width="24"
    height="24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={icons[name]} />
  </svg>
);

/** Renders a link without a target, which is disabled for screen readers. */
export function PlaceholderLink({ label, children }: { label?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useValidAnchor: the specification keeps these links as dead placeholders
    <a role="link" aria-disabled="true" aria-label={label} className="bb-quiet-link">
      {children}
    </a>
  );
}
