import type { Context } from 'hono';
import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { moneyText } from '../http/money.ts';
import { answerPage } from './page.ts';
import { returnAddress } from './return-address.ts';
import type { Standing } from './standing.ts';
import { wordsFor } from './words.ts';

const brands: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** The question while it waits, and how it ended afterwards. */
export function answerBankPage(
  c: Context,
  standing: Standing,
  status: ContentfulStatusCode = 200,
): Promise<Response> {
  const { title, text } = wordsFor(standing);
  const back = returnAddress(standing);
  return answerPage(c, {
    title,
    status,
    returnTo: back,
    body: html`<div class="card"><h1>${title}</h1><p>${text}</p>${facts(standing)}${
      standing.state === 'waiting' ? question() : wayBack(back)
    }</div>`,
  });
}

export function answerUnknownPage(c: Context): Promise<Response> {
  return answerPage(c, {
    title: 'There is no such payment',
    status: 404,
    body: html`<div class="card"><h1>There is no such payment</h1><p>The address of this page is not complete, or not one of ours. Nothing was charged. Go back to where you came from, and pay from there.</p></div>`,
  });
}

export function answerFailurePage(c: Context): Promise<Response> {
  return answerPage(c, {
    title: 'This did not work',
    status: 500,
    body: html`<div class="card"><h1>This did not work</h1><p>Your answer was not taken, and nothing was charged. Load this page again to see how the payment stands.</p></div>`,
  });
}

function facts({ intent, method }: Standing) {
  const brand = brands[method.brand] ?? method.brand.replace(/^./, (letter) => letter.toUpperCase());
  const about = intent.description && html`<div><dt>For</dt><dd>${intent.description}</dd></div>`;
  return html`<dl><div class="amount"><dt>Amount</dt><dd>${moneyText(intent.amount, intent.currency)}</dd></div>
<div><dt>To</dt><dd>Blood Buddies</dd></div>${about ?? ''}
<div><dt>Card</dt><dd>${brand} ending in ${method.last4}</dd></div></dl>`;
}

function question() {
  return html`<form class="actions" method="post"><button class="main" name="answer" value="accepted">Accept</button>
<button name="answer" value="refused">Refuse</button></form>
<p class="note">If you refuse, nothing is charged and you can pay with another card.</p>`;
}

function wayBack(back: string | undefined) {
  return back
    ? html`<p class="back"><a class="button main" href="${back}">Back to Blood Buddies</a></p>`
    : html`<p class="note">You can close this window.</p>`;
}
