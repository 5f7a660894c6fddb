import { accessTokenKey } from '#web/api/access-token.ts';

/**
 * Lets a member's page ask the product server for `paths` as soon as its first lines are there, together with style and
 * scripts; the client takes the answers over (web/api/asked-ahead.ts). Nobody asks without a stored access token.
 */
export function askAhead(html: string, paths: readonly string[]): string {
  if (paths.length === 0) return html;
  // Before the stylesheet: a script behind it waits for it.
  const [start, rest, ...more] = html.split('<link rel="stylesheet"');
  if (start === undefined || rest === undefined || more.length > 0)
    throw new Error('React Router writes another kind of page now.');
  return `${start}<script>${questions(paths)}</script><link rel="stylesheet"${rest}`;
}

// React leaves an element of the head that it does not know where it is.
const questions = (paths: readonly string[]): string => `{
  let token;
  try { token = localStorage.getItem(${JSON.stringify(accessTokenKey)}); } catch {}
  if (token) window.askedAhead = ${JSON.stringify(paths)}.map((path) => {
    const headers = { Accept: "application/json", Authorization: "Bearer " + token };
    const answer = fetch(path, { headers });
    answer.catch(() => {});
    return { path, token, answer };
  });
}`;
