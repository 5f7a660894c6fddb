import { LinkButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { type Campaign, campaigns } from './campaigns.ts';

export function CampaignList() {
  return (
    <section aria-labelledby="campaigns" className="bb-page bb-section">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 id="campaigns">Our Campaigns</h2>
        <LinkButton to="/campaign" look="quiet">
          Load All campaigns
        </LinkButton>
      </div>
      <ul className="mt-8 grid gap-6 sm:grid-cols-2 xl:grid-cols-4">
        {campaigns.map((campaign) => (
          <CampaignCard key={campaign._id} {...campaign} />
        ))}
      </ul>
    </section>
  );
}

function CampaignCard({ title, detail, image, date, time, place }: Campaign) {
  return (
    <li className="bb-card flex flex-col overflow-hidden">
      <img src={image} alt="" width="400" height="240" loading="lazy" className="w-full" />
      <div className="flex flex-1 flex-col gap-2 p-5">
        <h3>{title}</h3>
        <p className="flex-1 text-ink-soft">{detail}</p>
        <p className="mt-2 flex items-center gap-2">
          <Icon name="calendar" size={1.25} className="shrink-0 text-red-ink" />
          {date}
        </p>
        <p className="flex items-center gap-2">
          <Icon name="clock" size={1.25} className="shrink-0 text-red-ink" />
          {time}
        </p>
        <p className="flex items-center gap-2">
          <Icon name="place" size={1.25} className="shrink-0 text-red-ink" />
          {place}
        </p>
      </div>
    </li>
  );
}
