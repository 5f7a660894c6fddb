import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { pageIcon, pageIconPolicy } from '#platform/http/page-icon.ts';
import { formatDollars } from '../serialize.ts';
import { type Question, returnAddress } from './question.ts';
import { style } from './style.ts';

type Page = {
  title: string;
  text: string;
  status: ContentfulStatusCode;
  more?: ReturnType<typeof html>;
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
export function showQuestion(c: Context, question: Question, status: ContentfulStatusCode = 200) {
  const { title, text } = wordsFor(question);
  const { intent, method } = question;
  const back = returnAddress(question);
  const brand = brands[method.brand] ?? method.brand.replace(/^./, (letter) => letter.toUpperCase());
  const facts = html`<dl><div class="amount"><dt>Amount</dt><dd>${formatDollars(intent.amount)}</dd></div>
<div><dt>To</dt><dd>Blood Buddies</dd></div>
<div><dt>Card</dt><dd>${brand} ending in ${method.last4}</dd></div></dl>`;
  const next = question.state === 'waiting' ? choice : wayBack(back);
  return showPage(c, { title, text, status, more: html`${facts}${next}`, returnTo: back });
}

const choice = html`<form class="actions" method="post"><button class="main" name="answer" value="accepted">Accept</button>
<button name="answer" value="refused">Refuse</button></form>
<p class="note">If you refuse, nothing is charged and you can pay with another card.</p>`;

const wayBack = (back: string | undefined) =>
  back
    ? html`<p class="back"><a class="button main" href="${back}">Back to Blood Buddies</a></p>`
    : html`<p class="note">You can close this window.</p>`;

function wordsFor({ state, intent, method, reason = '' }: Question): { title: string; text: string } {
  const amount = formatDollars(intent.amount);
  const card = `the card ending in ${method.last4}`;
  const nothing = `Nothing was charged to ${card}.`;
  const words: Record<Question['state'], [title: string, text: string]> = {
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

/** A page of the bank: no script, no subresources, not framed. */
export async function showPage(c: Context, page: Page): Promise<Response> {
  c.header('Cache-Control', 'no-store');
  // Whoever knows the address of this page may answer it.
  c.header('Referrer-Policy', 'no-referrer');
  c.header('Content-Security-Policy', policy(page.returnTo));
  const markup = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${raw(pageIcon)}
<title>${page.title} | Test bank</title>
<style>${raw(style)}</style>
</head>
<body>
<header><p class="bank">Test bank</p><p class="test">Test page: no money moves</p></header>
<main><div class="card"><h1>${page.title}</h1><p>${page.text}</p>${page.more ?? ''}</div></main>
<footer><p>The card sandbox of Blood Buddies shows this page in place of a bank. No bank is asked, and no real card is charged.</p></footer>
</body>
</html>
`;
  return c.html(markup, page.status);
}

/** Browsers apply form-action to the redirect after a form too. */
function policy(returnTo: string | undefined): string {
  return [
    "default-src 'none'",
    pageIconPolicy,
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    `form-action 'self'${returnTo ? ` ${new URL(returnTo).origin}` : ''}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
