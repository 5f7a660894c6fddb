import bowser from 'bowser';
import { LRUCache } from 'lru-cache';

/** Names that bowser recognizes. Other names are ignored, because a User-Agent may contain anything. */
const known = new Set<string>([...Object.values(bowser.BROWSER_MAP), ...Object.values(bowser.OS_MAP)]);
const MAX_USER_AGENT_LENGTH = 400;

/** Browsers of the same version send the same header, and parsing it takes dozens of regular expressions. */
const names = new LRUCache<string, { name: string | null }>({
  max: 500,
  memoMethod: (userAgent) => ({ name: parse(userAgent) }),
});

/** Returns the browser of a User-Agent header, such as `Firefox on Windows`, or null if it is unknown. */
export function describeBrowser(userAgent: string | undefined): string | null {
  if (!userAgent || userAgent.length > MAX_USER_AGENT_LENGTH) return null;
  return names.memo(userAgent).name;
}

function parse(userAgent: string): string | null {
  const { browser, os } = bowser.parse(userAgent);
  if (!browser.name || !known.has(browser.name)) return null;
  return os.name && known.has(os.name) ? `${browser.name} on ${os.name}` : browser.name;
}
