import { t } from '@lingui/core/macro';

/**
 * Reads a text file in UTF-8, or in UTF-16 with a byte order mark, as spreadsheets save it.
 * @throws Error that says how to save any other file
 */
export async function readTextFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Error(
      t`The letters of this file cannot be read. In your spreadsheet, save it as “CSV UTF-8”, then choose it again.`,
      { cause },
    );
  }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return 'utf-8';
}
