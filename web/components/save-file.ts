import { t } from '@lingui/core/macro';

/** Saves a file. @throws Error in an in-app browser, which would not save the file or report a failure */
export async function saveFile(name: string, content: BlobPart, type: string): Promise<void> {
  const { isInAppBrowser } = await import('#web/browser/in-app-browser.ts');
  if (isInAppBrowser())
    throw new Error(
      t`This page is open inside another app, which can't save files. Press ⋮ or ⋯, choose “Open in browser”, and try again.`,
    );
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}
