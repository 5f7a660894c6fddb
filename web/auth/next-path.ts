import { ownPath } from './return-path.ts';

/** Returns the path after an email link: `next` of its query, or of its `continueUrl`. */
export function nextPath(query: URLSearchParams, origin: string): string {
  const continueQuery = parseQuery(query.get('continueUrl') ?? '');
  return ownPath(query.get('next') ?? continueQuery?.get('next') ?? '/', origin) ?? '/';
}

// `URL.parse` is missing in browsers from 2023.
function parseQuery(address: string): URLSearchParams | undefined {
  try {
    return new URL(address).searchParams;
  } catch {
    return undefined;
  }
}
