import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { fetchFile } from '#web/api/fetch-file.ts';
import { Button } from '#web/components/button.tsx';
import { useFormAction } from '#web/components/form-error.tsx';
import { PrintButton } from '#web/components/print.tsx';
import { saveFile } from '#web/components/save-file.ts';
import { toast } from '#web/components/toast.ts';

/**
 * Renders buttons that print the page's content or save it as a CSV file.
 * @param path the file's path in the API
 * @param name the name under which the file is saved
 */
export function PrintAndDownload({ path, name }: { path: string; name: string }) {
  const { failure, isBusy, attempt } = useFormAction();
  const download = () =>
    attempt(async () => {
      const content = await fetchFile(path);
      await saveFile(name, content, content.type);
      toast.success(t`The file is in your downloads`);
    });
  return (
    <>
      <PrintButton />
      <Button variant="outlined" isBusy={isBusy} onClick={() => void download()}>
        <Trans>Download as CSV</Trans>
      </Button>
      <p role="alert" className="bb-error basis-full empty:hidden">
        {failure}
      </p>
    </>
  );
}
