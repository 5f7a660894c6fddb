import { t } from '@lingui/core/macro';
import type { ComponentProps, ReactNode } from 'react';
import { isPublished, serverData } from '#web/before-react/page-data.ts';
import { Drawing } from '#web/components/drawing.tsx';
import { HostedPicture } from '#web/components/hosted-picture.tsx';
import { ServerContent } from '#web/components/server-content.tsx';
import { SocialLinks } from '#web/components/social-links.tsx';

type Volunteer = {
  id: number;
  name: string;
  /** File name of a drawing in public/drawings, without width and extension. */
  image: string;
  post: string;
};

const volunteers: readonly Volunteer[] = [
  { id: 1, name: t`Nadia Rahman`, image: 'nadia', post: t`Founder` },
  { id: 2, name: t`Tomas Okoro`, image: 'tomas', post: t`Co-Founder` },
  { id: 3, name: t`Mina Sato`, image: 'mina', post: t`Manager` },
];

export default function Volunteers() {
  return (
    <section id="our-volunteers" aria-labelledby="volunteers" className="mt-12">
      <h2 id="volunteers">{t`Our Volunteers`}</h2>
      {isPublished('team-card') ? (
        <ServerContent as="ul" id="team" className={listClass}>
          {import.meta.env.SSR && <TeamCards />}
        </ServerContent>
      ) : (
        <ul className={listClass}>
          {volunteers.map(({ id, image, ...volunteer }) => (
            <VolunteerCard key={id} {...volunteer}>
              <Drawing priority name={image} alt={volunteer.name} phoneWidth="112px" {...pictureProps} />
            </VolunteerCard>
          ))}
        </ul>
      )}
    </section>
  );
}

const listClass = 'mt-6 grid gap-4 md:gap-6 md:grid-cols-3';
const pictureProps = { width: 400, height: 360, className: 'size-full object-cover md:h-auto' };

const TeamCards = () =>
  serverData().content['team-card'].map(({ id, name, role, lang, image, alt, links = {} }, index) => (
    <VolunteerCard key={id} name={name} post={role} lang={lang} links={links}>
      {image ? (
        <HostedPicture
          src={image}
          alt={alt}
          priority={index < 3}
          {...pictureProps}
          className={`${pictureProps.className} aspect-square md:aspect-10/9`}
        />
      ) : (
        <span className="bg-red-soft" />
      )}
    </VolunteerCard>
  ));

type CardProps = {
  name: string;
  post?: string | undefined;
  lang?: string | undefined;
  links?: ComponentProps<typeof SocialLinks>['urls'];
  /** The picture. */
  children: ReactNode;
};

function VolunteerCard({ name, post, lang, links, children }: CardProps) {
  return (
    <li className="bb-card grid grid-cols-[112px_minmax(0,1fr)] overflow-hidden md:block">
      {children}
      <div className="grid min-w-0 content-center p-4 wrap-anywhere md:p-6">
        <h3>{name}</h3>
        <p lang={lang} className="mb-2 text-ink-soft">
          {post}
        </p>
        <SocialLinks names={['Instagram', 'LinkedIn', 'Telegram']} owner={name} urls={links} />
      </div>
    </li>
  );
}
