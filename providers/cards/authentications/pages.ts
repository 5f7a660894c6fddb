import { type Context, Hono } from 'hono';
import type { Kysely } from 'kysely';
import { readBytes } from '#platform/http/body.ts';
import type { Log } from '#platform/logs.ts';
import type { Clock } from '#platform/time.ts';
import type { Teller } from '../events/tell.ts';
import type { AuthenticationTable, CardTables } from '../schema/tables.ts';
import { answer, type Given } from './answer.ts';
import { answerBankPage, answerFailurePage, answerUnknownPage } from './bank-page.ts';
import { findAuthentication } from './repository.ts';
import { returnAddress } from './return-address.ts';
import { standingOf } from './standing.ts';

type Options = { db: Kysely<CardTables>; clock: Clock; teller: Teller; url: string; log: Log };

const MOST_BYTES = 1024;

/** The bank's pages: 3-D Secure as a page that asks, and sends the browser back where it came from. */
export function createPages({ db, clock, teller, url, log }: Options): Hono {
  const pages = new Hono();

  pages.get('/:id', async (c) => {
    const authentication = await named(db, c);
    return authentication ? answerBankPage(c, await standingOf(db, authentication)) : answerUnknownPage(c);
  });

  pages.post('/:id', async (c) => {
    const authentication = await named(db, c);
    if (!authentication) return answerUnknownPage(c);
    const given = await readAnswer(c);
    if (!given) return answerBankPage(c, await standingOf(db, authentication), 400);
    const now = clock();
    const cause = { requestId: c.get('cardRequestId'), idempotencyKey: undefined };
    const answered = await db
      .transaction()
      .execute((trx) => answer({ trx, now, url, tell: teller(trx, now, cause) }, authentication, given));
    const current = (await findAuthentication(db, authentication.id)) ?? authentication;
    const standing = await standingOf(db, current);
    const back = returnAddress(standing);
    // A second click on the same button is the same answer.
    if (back && current.answer === given) return c.redirect(back, 303);
    return answerBankPage(c, standing, answered ? 200 : 409);
  });

  pages.onError((error, c) => {
    log.error({ err: error }, 'page of the card sandbox failed');
    return answerFailurePage(c);
  });
  return pages;
}

async function named(db: Kysely<CardTables>, c: Context): Promise<AuthenticationTable | undefined> {
  const id = c.req.param('id') ?? '';
  return /^auth_\w+$/.test(id) ? findAuthentication(db, id) : undefined;
}

async function readAnswer(c: Context): Promise<Given | undefined> {
  const bytes = await readBytes(c.req.raw, MOST_BYTES).catch(() => new Uint8Array());
  const given = new URLSearchParams(new TextDecoder().decode(bytes)).get('answer');
  return given === 'accepted' || given === 'refused' ? given : undefined;
}
