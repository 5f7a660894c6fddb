import { Trans } from '@lingui/react/macro';
import { siteName } from '#web/before-react/page-data.ts';
import { isInAppBrowser } from '#web/browser/in-app-browser.ts';
import { Button } from './button.tsx';
import { publicUrl } from './page-meta.ts';

/**
 * Prints the page. Shows a note instead in apps that open links and on the oldest phones, which cannot print.
 */
export const PrintButton = ({ className }: { className?: string }) =>
  typeof window.print === 'function' && !isInAppBrowser() ? (
    <Button variant="outlined" className={className} onClick={() => window.print()}>
      <Trans>Print or save as PDF</Trans>
    </Button>
  ) : (
    <p className="bb-hint col-span-full basis-full">
      <Trans>You can't print here. To print this page or save it as PDF, open it in Safari or Chrome.</Trans>
    </p>
  );

/** Shows the name and address of the site as the first line, only in print. */
export const PrintHeading = () => (
  <p className="hidden justify-between border-line border-b pb-3 print:mb-4 print:flex">
    <strong className="font-heading text-[14pt]">{siteName()}</strong> {publicUrl()}
  </p>
);
