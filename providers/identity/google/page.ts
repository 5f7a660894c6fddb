import type { Context } from 'hono';
import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type Markup, respondWithStandalonePage } from '#platform/http/standalone-page.ts';
import type { ChosenAccount } from './built-in-google.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** Undefined if the database could not be read. */
    siteName: string | undefined;
  }
}

type Page = { title: string; body: Markup; script?: string; message?: object; status?: ContentfulStatusCode };

function showPage(c: Context, page: Page): Promise<Response> {
  // Keeps window.opener after the return from Google: the opening page checks whether the popup was closed.
  c.header('Cross-Origin-Opener-Policy', 'unsafe-none');
  const title = [page.title, c.get('siteName') ?? []].flat().join(' | ');
  return respondWithStandalonePage(c, { ...page, title, style, body: html`<main>${page.body}</main>` });
}

/**
 * The result of the sign-in for the page that opened this popup: an ID token with its nonce, or an OAuth
 * error code.
 */
type SignInResultMessage = { idToken: string; nonce: string } | { error: string };

/** Sends the result to the page that opened this popup, or returns to the site when there is no popup. */
const relay = `
history.replaceState(null, '', location.pathname);
const { flow, result } = JSON.parse(document.body.dataset.message);
document.body.removeAttribute('data-message');
if (flow) {
  new BroadcastChannel('google-sign-in').postMessage({ flow, result });
  setTimeout(() => window.close(), 1000);
} else {
  try {
    sessionStorage.setItem('bloodBuddiesGoogleResult', JSON.stringify({ at: Date.now(), result }));
  } catch {}
  location.replace('/login');
}
`;

export function respondWithResult(c: Context, flow: string | undefined, result: SignInResultMessage) {
  return showPage(c, {
    title: 'Signing in',
    message: { ...(flow !== undefined && { flow }), result },
    script: relay,
    body: html`<h1>Signing in</h1>
<p role="status">This takes a moment. You can close this window if it stays open.</p>
<noscript><p>Turn on JavaScript in your browser, then try again.</p></noscript>`,
  });
}

/** Responds with a page for an unknown, expired or used sign-in. */
export function respondSignInNotFound(c: Context, status: ContentfulStatusCode): Promise<Response> {
  return showPage(c, {
    title: 'Sign-in not found',
    status,
    body: html`<h1>We cannot continue this sign-in</h1>
<p>It has expired, was already used, or was started in another browser.</p>
<p><a href="/login">Sign in again</a></p>`,
  });
}

export const samplePeople: readonly ChosenAccount[] = [
  { name: 'Rahima Khatun', email: 'rahima.khatun@gmail.example', verified: true },
  { name: 'Tanvir Hasan', email: 'tanvir.hasan@gmail.example', verified: true },
  { name: 'Nusrat Jahan', email: 'nusrat.jahan@gmail.example', verified: true },
];

type ChooserOptions = {
  state: string;
  action: string;
  invalidInput?: { email: string; name: string; message: string };
};

/**
 * The built-in provider's page for choosing an account. Its form posts to the callback that Google redirects
 * to.
 */
export function respondWithAccountChooser(c: Context, { state, action, invalidInput }: ChooserOptions) {
  const hidden = html`<input type="hidden" name="state" value="${state}">`;
  const error = invalidInput && html`<p class="error" id="error" role="alert">${invalidInput.message}</p>`;
  const invalid = invalidInput ? html` aria-invalid="true" aria-describedby="error" autofocus` : '';
  return showPage(c, {
    title: 'Built-in Google sign-in',
    status: invalidInput ? 422 : 200,
    body: html`<p class="label">Built-in Google sign-in</p>
<h1>Choose an account</h1>
<p>This site runs without Google. You do not need a password, and nothing leaves this computer.</p>
<form method="post" action="${action}">${hidden}
<ul class="people">${samplePeople.map(
      ({ name, email }, index) =>
        html`<li><button name="person" value="${index}">${name}<span>${email}</span></button></li>`,
    )}</ul>
</form>
<form method="post" action="${action}">${hidden}
<fieldset><legend>Use another account</legend>
<label>Email<input type="email" name="email" required maxlength="254" autocomplete="off" value="${invalidInput?.email ?? ''}"${invalid}></label>
${error ?? ''}
<label>Name<input type="text" name="name" maxlength="100" autocomplete="off" value="${invalidInput?.name ?? ''}"></label>
<label class="checkbox"><input type="checkbox" name="verified" value="yes" checked>Google has verified this email address</label>
<button class="main">Continue with this account</button></fieldset>
</form>
<form method="post" action="${action}">${hidden}<button name="cancel" value="yes">Cancel</button></form>`,
  });
}

const style = `
main { max-width: 30rem; margin: 0 auto; padding: 1.25rem 1rem 2rem; }
a { color: var(--red-ink); }
.label { display: inline-block; margin: 0 0 .75rem; }
.people { display: grid; gap: .5rem; margin: 0 0 1.25rem; padding: 0; list-style: none; }
.people button { border: 1px solid var(--control); border-radius: .875rem; background: var(--surface); text-align: start; }
.people span { display: block; color: var(--ink-soft); font-weight: 400; font-size: .9375rem; overflow-wrap: anywhere; }
form { display: grid; gap: .75rem; margin: 0 0 .75rem; }
fieldset { display: grid; gap: .75rem; min-width: 0; margin: 0; padding: 0; border: 0; }
legend { margin: 0 0 .5rem; padding: 0; font-weight: 600; }
label { font-weight: 600; }
input[type=email], input[type=text] { display: block; width: 100%; min-height: 3rem; margin-top: .25rem; padding: .5rem 1rem;
  border: 1.5px solid var(--control); border-radius: .5rem; background: var(--surface); color: var(--ink); font: inherit; }
.checkbox { display: flex; align-items: center; gap: .75rem; min-height: 2rem; font-weight: 400; }
.checkbox input { width: 1.5rem; height: 1.5rem; flex: none; accent-color: var(--red); }
.error { margin: 0; color: var(--error); font-weight: 500; }
`;
