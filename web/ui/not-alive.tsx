import { Trans } from '@lingui/react/macro';
import { notAliveId, tellOldBrowser } from '#web/site/start-script.ts';

/** What a page says whose scripts did not come, or whose browser knows no scripts of today; hidden from all others. */
export function NotAlive() {
  return (
    <>
      <p id={notAliveId} hidden suppressHydrationWarning className="bb-not-alive">
        <Trans>
          This page did not load completely: its buttons and forms may not work.{' '}
          {/* biome-ignore lint/a11y/useValidAnchor: the address of this very page, whatever it is */}
          <a href="">Load it again</a>, and if that does not help, use a newer browser.
        </Trans>
      </p>
      <script
        noModule
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own line
        dangerouslySetInnerHTML={{ __html: tellOldBrowser }}
      />
    </>
  );
}
