import fraunces from '@fontsource/fraunces/files/fraunces-latin-600-normal.woff2?url';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Links, Meta, Outlet, ScrollRestoration, useMatches } from 'react-router';
import { shellPage } from '#contract/site.ts';
import { accessTokenKey } from '#web/api/access-token.ts';
import { afterFirstContentfulPaint } from '#web/browser/after-first-paint.ts';
import { reloadUnused } from '#web/browser/chunk-load-error.ts';
import { alertDialog } from '#web/components/dialogs.ts';
import { lazyComponent } from '#web/components/lazy-component.tsx';
import { onFirstToast, setToastRenderer } from '#web/components/toast.ts';
import { startSession, useSession } from './auth/auth-provider.tsx';
import { googleResultKey } from './auth/google-redirect.ts';
import { rendersWithoutSession } from './auth/page-handle.ts';
import { draftKey, unsentKey, userKey } from './auth/persistence.ts';
import { LanguageLinks } from './before-react/language-links.tsx';
import { pageData, siteName } from './before-react/page-data.ts';
import { AccentStyle, IconLinks } from './before-react/site-look.tsx';
import {
  InertScripts,
  LanguageScript,
  NOTICE_ID,
  OldBrowserScript,
  PageDataScript,
  StartScript,
} from './before-react/start-scripts.tsx';
import { useHydrated } from './browser/use-hydrated.ts';
import { waitUntilIdle } from './browser/wait-until-idle.ts';
import { DialogHost } from './components/dialog-host.tsx';
import { toleratePageTranslators } from './components/page-translators.ts';
import { FullHeightSpinner } from './components/spinner.tsx';
import { basePath, language } from './i18n/language.ts';
import css from './styles/app.css?url';
import bengaliSerif from './styles/noto-serif-bengali-headings.woff2?url';

export { ErrorBoundary } from './features/shell/error-page.tsx';
export { default as HydrateFallback } from './features/shell/shell-page.tsx';

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#fffdfb" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#161110" media="(prefers-color-scheme: dark)" />
        {/* Before the stylesheet, for which a script after it would wait. */}
        <LanguageScript />
        <StartScript keys={[userKey, draftKey, unsentKey, googleResultKey]} tokenKey={accessTokenKey} />
        <link rel="stylesheet" href={css} />
        <link rel="preload" href={fraunces} as="font" type="font/woff2" crossOrigin="anonymous" />
        {import.meta.env.LANGUAGE === 'bn' && (
          <link rel="preload" href={bengaliSerif} as="font" type="font/woff2" crossOrigin="anonymous" />
        )}
        <IconLinks />
        <link rel="manifest" href={`${basePath}/site.webmanifest`} />
        <LanguageLinks />
        <Meta />
        <PageStyles />
        <AccentStyle />
      </head>
      <body>
        <HydrationFailed />
        {children}
        <ScrollRestoration />
        <PageDataScript />
        <InertScripts />
      </body>
    </html>
  );
}

/** The style sheets of the page. The HTML of the shell page has none, until the browser knows the page. */
function PageStyles() {
  const isHydrated = useHydrated();
  return isHydrated || pageData().path !== basePath + shellPage ? <Links /> : null;
}

export default function Root() {
  const canRenderImmediately = rendersWithoutSession(useMatches());
  const { user, isReplaced } = useSession();
  // biome-ignore lint/correctness/useExhaustiveDependencies: run once, for the page opened first
  useEffect(() => {
    globalThis.onHydrated();
    toleratePageTranslators();
    startSession(canRenderImmediately ? afterFirstContentfulPaint() : undefined);
    // A first visit leaves the network to the page's content. With a service worker, even a short visit is
    // recorded.
    Promise.resolve(navigator.serviceWorker?.controller ?? waitUntilIdle(OFFLINE_DELAY_MS))
      .then(() => import('./deferred-startup.ts'))
      .catch(reloadUnused);
  }, []);
  if (isReplaced) return <FullHeightSpinner />;
  return (
    <>
      <Outlet />
      <DialogHost owner={user?.uid} />
      <Toaster />
    </>
  );
}

const OFFLINE_DELAY_MS = 3000;

/** Metadata of routes without their own. */
export const meta = () => [{ title: siteName() }, { name: 'robots', content: 'noindex' }];

/**
 * Hidden notice that is shown if scripts fail to load or the browser is too old. Its contents are only in the
 * rendered page: hydration keeps them.
 */
function HydrationFailed() {
  const notice = { id: NOTICE_ID, hidden: true, className: 'bb-hydration-failed' };
  if (!import.meta.env.SSR)
    return (
      <>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: an empty text */}
        <p {...notice} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
        <OldBrowserScript />
      </>
    );
  return (
    <>
      <p {...notice}>
        <Trans>
          This page did not load completely, so its buttons and forms may not work.{' '}
          {/* biome-ignore lint/a11y/useValidAnchor: the address of this very page, whatever it is */}
          <a href="">Reload it</a>. If that does not help, use a newer browser.
        </Trans>
      </p>
      <OldBrowserScript />
    </>
  );
}

const LazyToaster = lazyComponent(() => import('#web/components/sonner-toaster.tsx'), DialogToaster);

/** Container of toasts. The toast library loads with the first toast. */
function Toaster() {
  const [isNeeded, setIsNeeded] = useState(false);
  useEffect(() => onFirstToast(() => setIsNeeded(true)), []);
  return isNeeded ? (
    <Suspense fallback={null}>
      <LazyToaster />
    </Suspense>
  ) : null;
}

/** Shows toasts as alert dialogs if the toast library does not load. */
function DialogToaster() {
  useEffect(() => {
    setToastRenderer((_, text) => void alertDialog({ title: siteName(), text }));
    return () => setToastRenderer(undefined);
  }, []);
  return null;
}
