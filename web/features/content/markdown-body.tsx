import { serverData } from '#web/before-react/page-data.ts';

/** Renders a text that an editor has written. Only the server renders it. */
export const MarkdownBody = ({ lang }: { lang: string | undefined }) => (
  <div
    lang={lang}
    className="bb-prose"
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the server made it from Markdown, with a few harmless elements and attributes only (server/features/site-content/markdown.ts)
    dangerouslySetInnerHTML={{ __html: serverData().body ?? '' }}
  />
);
