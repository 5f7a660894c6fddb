import { readFileSync } from 'node:fs';
import type { Context } from 'hono';
import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type Markup, respondWithStandalonePage } from '#platform/http/standalone-page.ts';
import { formatAmount } from '../serialize.ts';
import { type Authentication, returnUrl } from './authentication.ts';

type Page = {
  title: string;
  text: string;
  status: ContentfulStatusCode;
  content?: Markup;
  /** The URL to which submitting the form may redirect. */
  returnTo?: string | undefined;
  script?: string;
};

const brands: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** Renders the authentication while it is open, and the outcome afterwards. */
export function renderAuthenticationPage(
  c: Context,
  authentication: Authentication,
  siteName: string,
  status: ContentfulStatusCode = 200,
) {
  const { title, text } = messageFor(authentication);
  const { intent, method } = authentication;
  const back = returnUrl(authentication);
  const brand = brands[method.brand] ?? method.brand.replace(/^./, (letter) => letter.toUpperCase());
  const details = html`<dl><div class="amount"><dt>Amount</dt><dd>${formatAmount(intent.amount, intent.currency)}</dd></div>
<div><dt>To</dt><dd>${siteName}</dd></div>
<div><dt>Card</dt><dd>${brand} ending in ${method.last4}</dd></div></dl>`;
  const isWaiting = authentication.state === 'waiting';
  const content = html`${details}${isWaiting ? bankForm : backLink(back, siteName)}`;
  return renderPage(c, { title, text, status, content, returnTo: back, ...(isWaiting && { script }) });
}

/**
 * Sends the answer and replaces this page in the browser's history, so that Back does not return to it.
 * Without the script the form is submitted as usual.
 */
const script = `
let state = 'open';
document.querySelector('form').addEventListener('submit', async (event) => {
  if (state === 'failed') return;
  event.preventDefault();
  if (state === 'sent') return;
  state = 'sent';
  const body = new URLSearchParams({ answer: event.submitter.value });
  const options = { method: 'POST', body, redirect: 'manual' };
  const response = await fetch(location.pathname, options).catch(() => undefined);
  if (response && response.type === 'opaqueredirect') return location.replace(location.pathname + '?answered');
  state = 'failed';
  event.submitter.click();
});
`;

const bankForm = html`<form class="actions" method="post"><button class="main" name="answer" value="accepted">Accept</button>
<button name="answer" value="refused">Refuse</button></form>
<p class="note">If you refuse, nothing is charged and you can pay with another card.</p>`;

const backLink = (back: string | undefined, siteName: string) =>
  back
    ? html`<p class="back"><a class="button main" href="${back}">Back to ${siteName}</a></p>`
    : html`<p class="note">You can close this window.</p>`;

function messageFor({ state, intent, method, reason = '' }: Authentication): { title: string; text: string } {
  const amount = formatAmount(intent.amount, intent.currency);
  const card = `the card ending in ${method.last4}`;
  const notCharged = `Nothing was charged to ${card}.`;
  const messages: Record<Authentication['state'], [title: string, text: string]> = {
    waiting: ['Is this payment yours?', 'Your bank asks you to confirm this payment.'],
    paid: ['Payment accepted', `You accepted. ${amount} was charged to ${card}, once.`],
    declined: [
      'The card was declined',
      `You accepted, but your bank declined the card: ${reason} ${notCharged}`,
    ],
    refused: ['Payment refused', `You refused. ${notCharged}`],
    canceled: ['This payment was canceled', `You don't need to do anything. ${notCharged}`],
    'paid-otherwise': [
      'Already paid',
      'This payment has been made another way. Nothing was charged from this page.',
    ],
    outdated: [
      'This page is out of date',
      'The payment was tried again. Nothing was charged from this page. Go back to see the current status.',
    ],
  };
  const [title, text] = messages[state];
  return { title, text };
}

/** Renders a page of the test bank. Anyone who has its URL may answer it. */
export const renderPage = (
  c: Context,
  { title, text, status, content, returnTo, script }: Page,
): Promise<Response> =>
  respondWithStandalonePage(c, {
    title: `${title} | Test bank`,
    status,
    style: `${fontFace()}${style}`,
    hasFont: true,
    formOrigin: returnTo && new URL(returnTo).origin,
    script,
    canFetch: script !== undefined,
    body: html`<header><p class="bank">Test bank</p><p class="label">Test page: no money moves</p></header>
<main><div class="card"><h1>${title}</h1><p>${text}</p>${content ?? ''}</div></main>
<footer><p>This test page replaces your bank's page. No bank is contacted and no real card is charged.</p></footer>`,
  });

/** The typeface of the site's headings, embedded because the page loads nothing. */
const fontFace = (): string =>
  `@font-face { font-family: Fraunces; font-weight: 600; src: url("data:font/woff2;base64,${readFont()}") format("woff2"); }`;

let font: string | undefined;
const readFont = () => (font ??= readFileSync(fontFile, 'base64'));
const fontFile = new URL(
  '../../../node_modules/@fontsource/fraunces/files/fraunces-latin-600-normal.woff2',
  import.meta.url,
);

const style = `
body { display: grid; grid-template-rows: auto 1fr auto; min-height: 100vh; min-height: 100dvh; }
header { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .5rem 1rem;
  width: 100%; max-width: 32rem; margin: 0 auto; padding: 1.25rem 1rem; }
header p, footer p { margin: 0; }
.bank { font: 600 1.125rem/1.2 var(--font-heading); }
main { width: 100%; max-width: 32rem; margin: 0 auto; padding: 0 1rem; }
.card { padding: clamp(1.25rem, 5vw, 2rem); border: 1px solid var(--line); border-radius: 1.5rem; background: var(--surface);
  box-shadow: var(--shadow); }
h1 { font-size: clamp(1.5rem, 1.3rem + 1vw, 1.875rem); }
dl { display: grid; gap: 0; margin: 1.5rem 0; }
dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: .625rem 0;
  border-top: 1px solid var(--line); }
dl div:last-child { border-bottom: 1px solid var(--line); }
dt { color: var(--ink-soft); }
dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
.amount dt, .amount dd { align-self: center; }
.amount dd { font: 600 1.625rem/1.2 var(--font-heading); color: var(--ink); }
.actions { display: grid; gap: .75rem; margin: 0; }
@media (min-width: 26rem) { .actions { grid-template-columns: 1fr 1fr; } }
.note { margin: 1rem 0 0; font-size: .9375rem; }
.back { margin: 1.5rem 0 0; }
footer { width: 100%; max-width: 32rem; margin: 0 auto; padding: 1.5rem 1rem; font-size: .9375rem; }
`;
