import type { Context } from 'hono';
import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { answerPage } from './page.ts';

/** For the waiting page: a token of Google's with the text behind its nonce, or OAuth's error code. */
type Told = { idToken: string; nonce: string } | { error: string };

/** Notifies the page that waits for this window, or returns to the site when the page itself had left for Google. */
const relay = `
history.replaceState(null, '', location.pathname);
const { flow, answer } = JSON.parse(document.body.dataset.told);
document.body.removeAttribute('data-told');
if (flow) {
  new BroadcastChannel('google-sign-in').postMessage({ flow, answer });
  setTimeout(() => window.close(), 1000);
} else {
  try {
    sessionStorage.setItem('bloodBuddiesGoogleAnswer', JSON.stringify({ at: Date.now(), answer }));
  } catch {}
  location.replace('/login');
}
`;

export function relayAnswer(c: Context, flow: string | undefined, answer: Told): Promise<Response> {
  return answerPage(c, {
    title: 'Signing in',
    told: { ...(flow !== undefined && { flow }), answer },
    script: relay,
    body: html`<h1>Signing in</h1>
<p role="status">This takes a moment. You can close this window if it stays open.</p>
<noscript><p>Signing in needs JavaScript. Turn it on in your browser and try again.</p></noscript>`,
  });
}

/** For a visitor who did not begin here. */
export function answerStranger(c: Context, status: ContentfulStatusCode): Promise<Response> {
  return answerPage(c, {
    title: 'Sign-in not found',
    status,
    body: html`<h1>This sign-in cannot go on</h1>
<p>It was begun in another browser, more than ten minutes ago, or is over already.</p>
<p><a href="/login">Sign in again</a></p>`,
  });
}
