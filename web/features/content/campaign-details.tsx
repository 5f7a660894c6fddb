import { t } from '@lingui/core/macro';
import { Link } from 'react-router';
import { itemPath } from '#contract/site.ts';
import { pageData, serverData } from '#web/before-react/page-data.ts';
import { HostedPicture } from '#web/components/hosted-picture.tsx';
import { Icon } from '#web/components/icon.tsx';
import { calendarIcon } from '#web/components/icons.ts';
import { basePath } from '#web/i18n/language.ts';
import { CampaignFacts } from '../landing/campaign-cards.tsx';
import { CampaignData } from '../landing/campaign-data.tsx';

/** Renders a campaign that the owner has published. Only the server renders it. */
export function CampaignDetails() {
  const { item } = pageData();
  if (!item?.campaign) return null;
  const { slug, title, lang, picture, alt, campaign } = item;
  return (
    <>
      <p>
        <Link to="/campaign" className="bb-text-link">{t`All campaigns`}</Link>
      </p>
      <h1 lang={lang}>{title}</h1>
      {campaign.isOver && <p className="bb-lead">{t`This campaign is over.`}</p>}
      <div>
        <CampaignFacts campaign={campaign} />
        {!campaign.isOver && (
          <a href={`${basePath}${itemPath('campaign', slug)}/calendar.ics`} className="bb-text-link gap-2">
            <Icon path={calendarIcon} size={1.25} />
            {t`Add to your calendar`}
          </a>
        )}
      </div>
      {picture && (
        <HostedPicture
          priority
          src={picture}
          alt={alt}
          width={704}
          height={470}
          className="aspect-3/2 w-full rounded-large object-cover"
        />
      )}
      <p lang={lang} className="whitespace-pre-line text-large">
        {serverData().detail}
      </p>
      <CampaignData campaign={{ ...campaign, detail: item.description, ...(picture && { picture }) }} />
    </>
  );
}
