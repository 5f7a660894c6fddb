import type { PageHandle } from '#web/auth/page-handle.ts';
import { siteName } from '#web/before-react/page-data.ts';
import { FullHeightSpinner } from '#web/components/spinner.tsx';
import { basePath } from '#web/i18n/language.ts';

export const handle = { isShell: true } satisfies Partial<PageHandle>;

/**
 * The page without content, in which the browser renders any page. React Router also shows it until the
 * scripts of that page have loaded. Without JavaScript, it shows only the name of the site.
 */
export default function ShellPage() {
  return (
    <>
      <noscript>
        {import.meta.env.SSR && (
          <a href={basePath || '/'} className="bb-brand">
            {siteName()}
          </a>
        )}
      </noscript>
      <FullHeightSpinner />
    </>
  );
}
