import bowser from 'bowser';

/** The names that the library knows: a browser may call itself anything. */
const known = new Set<string>([...Object.values(bowser.BROWSER_MAP), ...Object.values(bowser.OS_MAP)]);
const LONGEST = 400;

/** The kind of browser behind a User-Agent header, as far as it says: `Firefox on Windows`. */
export function describeBrowser(userAgent: string | undefined): string | null {
  if (!userAgent || userAgent.length > LONGEST) return null;
  const { browser, os } = bowser.parse(userAgent);
  if (!browser.name || !known.has(browser.name)) return null;
  return os.name && known.has(os.name) ? `${browser.name} on ${os.name}` : browser.name;
}
