type Connection = { saveData?: boolean; effectiveType?: string };

/**
 * Whether to load only what is needed: the user has turned on the data saver, or the connection is 2G. Always
 * false outside of Chromium, which alone reports this.
 */
export function shouldSaveData(): boolean {
  const { saveData, effectiveType = '' } = (navigator as { connection?: Connection }).connection ?? {};
  return saveData === true || effectiveType.endsWith('2g');
}
