import { t } from '@lingui/core/macro';
import { Link } from 'react-router';
import type { Day } from '#contract/days.ts';
import { itemPath } from '#contract/site.ts';
import { ownerLogo, pageData, serverData, siteName } from '#web/before-react/page-data.ts';
import { HostedPicture } from '#web/components/hosted-picture.tsx';
import { publicUrl } from '#web/components/page-meta.ts';
import { StructuredData } from '#web/components/structured-data.tsx';
import { formatDay } from '#web/i18n/days.ts';
import { basePath } from '#web/i18n/language.ts';
import { MarkdownBody } from './markdown-body.tsx';

/** Renders a post of the blog. Only the server renders it. */
export function Post() {
  const { post } = serverData();
  if (!post) return null;
  const { title, lang, cover, alt, author, date } = post;
  return (
    <>
      <p>
        <Link to="/blogs" className="bb-text-link">{t`All posts`}</Link>
      </p>
      <h1 lang={lang}>{title}</h1>
      <p className="text-ink-soft">
        <time dateTime={date}>{formatDay(date as Day)}</time>
        {author && ` · ${author}`}
      </p>
      {cover && (
        <HostedPicture
          priority
          src={cover}
          alt={alt}
          width={704}
          height={396}
          className="aspect-video w-full rounded-large object-cover"
        />
      )}
      <MarkdownBody lang={lang} />
      <StructuredData data={describePost(publicUrl())} />
    </>
  );
}

/** Describes the post for search engines. */
function describePost(site: string): object {
  const { item } = pageData();
  const { title = '', cover, author, date } = serverData().post ?? {};
  const logo = ownerLogo('icon-512');
  const publisher = {
    ...{ '@type': 'NGO', name: siteName(), url: site },
    ...(logo && { logo }),
  };
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: title,
    description: item?.description,
    datePublished: date,
    url: site + basePath + itemPath('post', item?.slug ?? ''),
    image: cover ?? `${site}/sharing/community.jpg`,
    author: author ? { '@type': 'Person', name: author } : publisher,
    publisher,
  };
}
