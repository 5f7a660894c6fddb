import { type Context, Hono } from 'hono';
import { readBytes } from '#platform/http/body.ts';
import type { Services } from '../http/calls.ts';
import { findRow } from '../repository.ts';
import { type BankDecision, decideAuthentication, readAuthentication, returnUrl } from './authentication.ts';
import { renderAuthenticationPage, renderPage } from './page.ts';

const MAX_BYTES = 1024;

/**
 * Creates the bank's pages for 3-D Secure: each requests the card owner's approval, then redirects back to
 * the site.
 */
export function createBank({ db, clock, emitter, url, siteName, log }: Services): Hono {
  const bank = new Hono();
  const authenticationOf = async (c: Context) => {
    const id = c.req.param('id') ?? '';
    return /^auth_\w+$/.test(id) ? findRow(db, 'cards_authentications', id) : undefined;
  };

  bank.get('/:id', async (c) => {
    const authentication = await authenticationOf(c);
    if (!authentication) return showUnknown(c);
    const current = await readAuthentication(db, authentication);
    const back = returnUrl(current);
    // The page's script requests this after sending the answer.
    if (back && authentication.answer && c.req.query('answered') !== undefined) return c.redirect(back, 303);
    return renderAuthenticationPage(c, current, await siteName());
  });

  bank.post('/:id', async (c) => {
    const authentication = await authenticationOf(c);
    if (!authentication) return showUnknown(c);
    const answer = await readAnswer(c);
    if (!answer) {
      const current = await readAuthentication(db, authentication);
      return renderAuthenticationPage(c, current, await siteName(), 400);
    }
    const now = clock();
    const isRecorded = await db
      .transaction()
      .execute((trx) =>
        decideAuthentication({ trx, now, url, emit: emitter(trx, now) }, authentication, answer),
      );
    const current = await findRow(db, 'cards_authentications', authentication.id);
    const authenticated = await readAuthentication(db, current ?? authentication);
    const back = returnUrl(authenticated);
    // A second click on the same button is not an error.
    if (back && current?.answer === answer) return c.redirect(back, 303);
    return renderAuthenticationPage(c, authenticated, await siteName(), isRecorded ? 200 : 409);
  });

  bank.onError((error, c) => {
    log.error({ err: error }, 'card sandbox: the bank page failed');
    const text =
      'Your choice was not saved and nothing was charged. Reload this page to see the current status.';
    return renderPage(c, { title: 'Something went wrong', text, status: 500 });
  });
  return bank;
}

function showUnknown(c: Context): Promise<Response> {
  const text =
    'The link is wrong or incomplete. Nothing was charged. Go back to the site and pay from there.';
  return renderPage(c, { title: 'Payment not found', text, status: 404 });
}

async function readAnswer(c: Context): Promise<BankDecision | undefined> {
  const bytes = await readBytes(c.req.raw, MAX_BYTES).catch(() => new Uint8Array());
  const answer = new URLSearchParams(new TextDecoder().decode(bytes)).get('answer');
  return answer === 'accepted' || answer === 'refused' ? answer : undefined;
}
