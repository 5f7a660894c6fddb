import { t } from '@lingui/core/macro';
import { useId } from 'react';
import { Link } from 'react-router';
import type { Day } from '#contract/days.ts';
import { itemPath } from '#contract/site.ts';
import { serverData } from '#web/before-react/page-data.ts';
import { HostedPicture } from '#web/components/hosted-picture.tsx';
import { ServerContent } from '#web/components/server-content.tsx';
import { formatDay } from '#web/i18n/days.ts';

/** Renders the section with all posts, the newest first. */
export function Posts() {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="bb-page bb-section">
      <h2 id={heading}>{t`Our posts`}</h2>
      <ServerContent as="ul" id="posts" className="mt-8 grid gap-6 md:grid-cols-2 wide:grid-cols-3">
        {import.meta.env.SSR && <PostCards />}
      </ServerContent>
    </section>
  );
}

const PostCards = () =>
  serverData()
    .content.post.toSorted((one, other) => other.date.localeCompare(one.date))
    .map(({ id, slug, title, lang, cover, alt, author, date }) => (
      <li key={id} className="bb-card relative flex flex-col overflow-hidden hover:border-red-ink">
        {cover && (
          <HostedPicture
            src={cover}
            alt={alt}
            width={400}
            height={225}
            className="aspect-video w-full object-cover"
          />
        )}
        <div className="min-w-0 p-6 wrap-anywhere">
          <h3 className="text-large">
            <Link
              to={itemPath('post', slug)}
              lang={lang}
              className="underline-offset-4 after:absolute after:inset-0 after:rounded-large hover:underline"
            >
              {title}
            </Link>
          </h3>
          <p className="mt-1 text-ink-soft">
            <time dateTime={date}>{formatDay(date as Day)}</time>
            {author && ` · ${author}`}
          </p>
        </div>
      </li>
    ));
