import { t } from '@lingui/core/macro';
import { Drawing } from '#web/components/drawing.tsx';
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
      <ul className="mt-6 grid gap-4 md:gap-6 md:grid-cols-3">
        {volunteers.map((volunteer) => (
          <VolunteerCard key={volunteer.id} {...volunteer} />
        ))}
      </ul>
    </section>
  );
}

function VolunteerCard({ name, image, post }: Volunteer) {
  return (
    <li className="bb-card grid grid-cols-[112px_minmax(0,1fr)] overflow-hidden md:block">
      <Drawing
        priority
        name={image}
        alt={name}
        width={400}
        height={360}
        phoneWidth="112px"
        className="size-full object-cover md:h-auto"
      />
      <div className="grid content-center p-4 md:p-6">
        <h3>{name}</h3>
        <p className="mb-2 text-ink-soft">{post}</p>
        <SocialLinks names={['Instagram', 'LinkedIn', 'Telegram']} owner={name} />
      </div>
    </li>
  );
}
