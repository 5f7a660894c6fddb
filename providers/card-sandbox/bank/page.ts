import type { Context } from 'hono';
import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type Markup, respondWithStandalonePage } from '#platform/http/standalone-page.ts';
import { formatDollars } from '../serialize.ts';
import { type Authentication, returnUrl } from './authentication.ts';

type Page = {
  title: string;
  text: string;
  status: ContentfulStatusCode;
  more?: Markup;
  /** The address where its form may end. */
  returnTo?: string | undefined;
};

const brands: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** The question while it waits, and how it ended afterwards. */
export function renderAuthenticationPage(
  c: Context,
  question: Authentication,
  status: ContentfulStatusCode = 200,
) {
  const { title, text } = wordsFor(question);
  const { intent, method } = question;
  const back = returnUrl(question);
  const brand = brands[method.brand] ?? method.brand.replace(/^./, (letter) => letter.toUpperCase());
  const facts = html`<dl><div class="amount"><dt>Amount</dt><dd>${formatDollars(intent.amount)}</dd></div>
<div><dt>To</dt><dd>Blood Buddies</dd></div>
<div><dt>Card</dt><dd>${brand} ending in ${method.last4}</dd></div></dl>`;
  const next = question.state === 'waiting' ? choice : wayBack(back);
  return renderPage(c, { title, text, status, more: html`${facts}${next}`, returnTo: back });
}

const choice = html`<form class="actions" method="post"><button class="main" name="answer" value="accepted">Accept</button>
<button name="answer" value="refused">Refuse</button></form>
<p class="note">If you refuse, nothing is charged and you can pay with another card.</p>`;

const wayBack = (back: string | undefined) =>
  back
    ? html`<p class="back"><a class="button main" href="${back}">Back to Blood Buddies</a></p>`
    : html`<p class="note">You can close this window.</p>`;

function wordsFor({ state, intent, method, reason = '' }: Authentication): { title: string; text: string } {
  const amount = formatDollars(intent.amount);
  const card = `the card ending in ${method.last4}`;
  const nothing = `Nothing was charged to ${card}.`;
  const words: Record<Authentication['state'], [title: string, text: string]> = {
    waiting: ['Is this payment yours?', 'The bank of this card asks before it pays.'],
    paid: ['Payment accepted', `You accepted. ${amount} was charged to ${card}, once.`],
    declined: ['The card was declined', `You accepted, but the bank said: ${reason} ${nothing}`],
    refused: ['Payment refused', `You refused. ${nothing}`],
    canceled: ['This payment was cancelled', `There is nothing to answer any more. ${nothing}`],
    'paid-otherwise': [
      'Already paid',
      'This payment was made another way meanwhile. This page charged nothing.',
    ],
    outdated: [
      'This page is out of date',
      'The payment was tried again meanwhile. This page charged nothing; go back to see how the payment stands.',
    ],
  };
  const [title, text] = words[state];
  return { title, text };
}

/** A page of the bank; whoever knows its address may answer it. */
export const renderPage = (c: Context, { title, text, status, more, returnTo }: Page): Promise<Response> =>
  respondWithStandalonePage(c, {
    title: `${title} | Test bank`,
    status,
    style,
    formOrigin: returnTo && new URL(returnTo).origin,
    body: html`<header><p class="bank">Test bank</p><p class="label">Test page: no money moves</p></header>
<main><div class="card"><h1>${title}</h1><p>${text}</p>${more ?? ''}</div></main>
<footer><p>The card sandbox of Blood Buddies shows this page in place of a bank. No bank is asked, and no real card is charged.</p></footer>`,
  });

const style = `
body { display: grid; grid-template-rows: auto 1fr auto; min-height: 100vh; min-height: 100dvh; }
header { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .5rem 1rem;
  width: 100%; max-width: 32rem; margin: 0 auto; padding: 1.25rem 1rem; }
header p, footer p { margin: 0; }
.bank { font: 600 1.125rem/1.2 Georgia, "Times New Roman", serif; }
main { width: 100%; max-width: 32rem; margin: 0 auto; padding: 0 1rem; }
.card { padding: clamp(1.25rem, 5vw, 2rem); border: 1px solid var(--line); border-radius: 1.5rem; background: var(--surface);
  box-shadow: var(--shadow); }
h1 { font-size: clamp(1.5rem, 1.3rem + 1vw, 1.875rem); text-wrap: balance; }
dl { display: grid; gap: 0; margin: 1.5rem 0; }
dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: .625rem 0;
  border-top: 1px solid var(--line); }
dl div:last-child { border-bottom: 1px solid var(--line); }
dt { color: var(--ink-soft); }
dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
.amount dt, .amount dd { align-self: center; }
.amount dd { font: 600 1.625rem/1.2 Georgia, "Times New Roman", serif; color: var(--ink); }
.actions { display: grid; gap: .75rem; margin: 0; }
@media (min-width: 26rem) { .actions { grid-template-columns: 1fr 1fr; } }
.note { margin: 1rem 0 0; font-size: .9375rem; }
.back { margin: 1.5rem 0 0; }
footer { width: 100%; max-width: 32rem; margin: 0 auto; padding: 1.5rem 1rem; font-size: .9375rem; }
`;
