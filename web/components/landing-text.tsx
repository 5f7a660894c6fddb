import type { ReactNode } from 'react';
import { type LandingPart, type LandingSection, pageData, serverData } from '#web/before-react/page-data.ts';
import { HostedPicture } from './hosted-picture.tsx';
import { ServerContent } from './server-content.tsx';

type TextName = Exclude<LandingPart, `${string}.picture`>;

/** Returns whether the owner has replaced a text or picture of the landing page. */
export const isOwn = (name: LandingPart): boolean => pageData().site.landing?.own.includes(name) ?? false;

const textsOf = (name: string) => serverData().content.landing.texts?.[name.split('.')[0] as LandingSection];

/** Renders the owner's text, or ours: `children`. */
export function LandingText({ name, children }: { name: TextName; children?: ReactNode }) {
  if (!isOwn(name)) return children;
  return (
    <ServerContent as="span" id={name} className="whitespace-pre-line">
      {import.meta.env.SSR && (
        <span lang={textsOf(name)?.lang}>{textsOf(name)?.[name.endsWith('title') ? 'title' : 'detail']}</span>
      )}
    </ServerContent>
  );
}

/** Renders the owner's text of a section that has none of ours. */
export function LandingDetail({ section, className = '' }: { section: LandingSection; className?: string }) {
  if (!isOwn(`${section}.detail`)) return null;
  return (
    <p className={`bb-lead ${className}`}>
      <LandingText name={`${section}.detail`} />
    </p>
  );
}

type PictureProps = {
  section: 'banner' | 'who-we-are' | 'intro';
  width: number;
  height: number;
  /** Classes of the picture and its frame. */
  className: string;
  frameClass?: string;
  children: ReactNode;
};

/** Renders the owner's picture, or ours: `children`. */
export function LandingPicture({
  section,
  width,
  height,
  className,
  frameClass = '',
  children,
}: PictureProps) {
  const name = `${section}.picture` as const;
  if (!isOwn(name)) return children;
  return (
    <ServerContent id={name} className={frameClass}>
      {import.meta.env.SSR && (
        <HostedPicture
          src={textsOf(name)?.picture ?? ''}
          alt={textsOf(name)?.alt}
          width={width}
          height={height}
          priority={section === 'banner'}
          className={`rounded-large object-cover ${className}`}
        />
      )}
    </ServerContent>
  );
}
