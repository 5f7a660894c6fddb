import { type ReactNode, use } from 'react';
import { useLocation } from 'react-router';
import { loadPage } from '#web/browser/load-page.ts';
import { useIsInHtml } from '#web/browser/use-hydrated.ts';
import { basePath } from '#web/i18n/language.ts';

type Props = {
  /** Identifies the content in its page. */
  id: string;
  as?: 'div' | 'span' | 'ul' | 'ol';
  className?: string;
  /** What the server renders: `import.meta.env.SSR && <Cards />`, so that no script contains it. */
  children: ReactNode;
};

/**
 * Renders content whose data only the server has. The page contains it once, as HTML, which hydration keeps.
 * After a navigation in the browser, the HTML of the new page is loaded for it.
 */
export const ServerContent = ({ children, ...props }: Props) =>
  import.meta.env.SSR ? <Rendered {...props}>{children}</Rendered> : <Kept {...props} />;

const Rendered = ({ as: Tag = 'div', id, className, children }: Props) => (
  <Tag data-content={id} className={className}>
    {children}
  </Tag>
);

function Kept({ as: Tag = 'div', id, className }: Omit<Props, 'children'>) {
  const page = usePageDocument();
  const html = page?.querySelector(`[data-content="${id}"]`)?.innerHTML ?? '';
  return (
    <Tag
      data-content={id}
      className={className}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server rendered it
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

/**
 * Returns the document of the current page, which is loaded if the browser has navigated to it, or undefined
 * if this document is the page.
 */
export function usePageDocument(): Document | undefined {
  const isInHtml = useIsInHtml();
  const { pathname } = useLocation();
  return isInHtml ? undefined : use(loadPage((basePath + pathname).replace(/(?<=.)\/$/, '')));
}
