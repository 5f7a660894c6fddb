/** Whether the user has turned on the browser's data saver; Chromium only. */
export const isDataSaverOn = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
