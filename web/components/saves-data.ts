/** Whether the person has told the browser to save data; known of Chromium only. */
export const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
