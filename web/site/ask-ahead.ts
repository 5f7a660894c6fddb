import { accessTokenKey } from '#contract/values.ts';
import { startWith } from './start-script.ts';

/**
 * Lets a member's page ask the product server for `paths` together with its scripts instead of after them; the client
 * takes the answers over (web/api/asked-ahead.ts). Nobody asks without a stored access token.
 */
export function askAhead(html: string, paths: readonly string[]): string {
  return startWith(
    `let token;
try { token = localStorage.getItem(${JSON.stringify(accessTokenKey)}); } catch {}
if (token) window.askedAhead = ${JSON.stringify(paths)}.map((path) => {
  const headers = { Accept: "application/json", Authorization: \`Bearer \${token}\` };
  const answer = fetch(path, { headers });
  answer.catch(() => {});
  return { path, token, answer };
});`,
    html,
  );
}
