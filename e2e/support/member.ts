import { randomUUID } from 'node:crypto';
import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test';
import type * as z from 'zod/mini';
import type { PublicConfig } from '#contract/config.ts';
import type { SignedInUser } from '#contract/users.ts';
import { emailedLink } from './outbox.ts';
import type { Site } from './site.ts';

export type Member = { name: string; email: string; password: string; accessToken: string };

type Account = { idToken: string; refreshToken: string; localId: string; expiresIn: string };

/** The calls of the identity provider, as its SDK makes them. */
async function accounts(request: APIRequestContext) {
  const { identity } = await answered<PublicConfig>(request.get('/api/config'));
  const call = (name: string, data: object) =>
    answered<Account>(request.post(`/identity/v1/accounts:${name}?key=${identity.apiKey}`, { data }));
  return { ...identity, call };
}

/** A new session at the product server; gives its access token. */
async function exchange(request: APIRequestContext, email: string, idToken: string): Promise<string> {
  const headers = { authorization: `Bearer ${idToken}` };
  const user = await answered<z.infer<typeof SignedInUser>>(
    request.put('/api/user', { data: { email }, headers }),
  );
  return user.token;
}

/** Registers a new member by the calls that the registration page makes. */
export async function registerMember(request: APIRequestContext): Promise<Member> {
  const person = {
    name: 'Rahima Khatun',
    email: `donor-${randomUUID()}@example.org`,
    password: 'correct horse',
  };
  const { email, password, name } = person;
  const { call } = await accounts(request);
  const { idToken } = await call('signUp', { email, password, returnSecureToken: true });
  const named = await call('update', { idToken, displayName: name, returnSecureToken: true });
  return { ...person, accessToken: await exchange(request, email, named.idToken ?? idToken) };
}

/** Opens the link that confirms the address of this member, and tells the product server of it. */
export async function confirmEmail(
  request: APIRequestContext,
  { dataDir }: { dataDir: string },
  { email, password }: Member,
): Promise<void> {
  const { call } = await accounts(request);
  const credentials = { email, password, returnSecureToken: true };
  const { idToken } = await call('signInWithPassword', credentials);
  await call('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken });
  const link = new URL(await emailedLink(dataDir, email, 'verifyEmail'));
  await call('update', { oobCode: link.searchParams.get('oobCode') });
  const confirmed = await call('signInWithPassword', credentials);
  await exchange(request, email, confirmed.idToken);
}

/** Leaves in this browser what signing in there would leave: the next page knows who it is. */
export async function signInByCalls(
  context: BrowserContext,
  { url }: Site,
  { email, password }: Member,
): Promise<void> {
  const { request } = context;
  const { apiKey, call } = await accounts(request);
  const session = await call('signInWithPassword', { email, password, returnSecureToken: true });
  const stsTokenManager = {
    accessToken: session.idToken,
    refreshToken: session.refreshToken,
    expirationTime: Date.now() + Number(session.expiresIn) * 1000,
  };
  // What else the SDK wants to know it asks for when a page opens.
  const user = { uid: session.localId, emailVerified: false, isAnonymous: false, stsTokenManager };
  const stored = {
    bloodBuddiesPerson: session.localId,
    accessJwtToken: await exchange(request, email, session.idToken),
    // The SDK takes it from there into its own database.
    [`firebase:authUser:${apiKey}:[DEFAULT]`]: JSON.stringify(user),
  };
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
  await context.setStorageState({ cookies: [], origins: [{ origin: url, localStorage }] });
}

/** The days of this member's appointments, as the product server lists them. */
export async function datesOf(request: APIRequestContext, { email, accessToken }: Member): Promise<string[]> {
  const headers = { Authorization: `Bearer ${accessToken}` };
  const listed = await request.get('/api/appointments', { params: { email }, headers });
  return (await listed.json()).map(({ date }: { date: string }) => date);
}

/** Fills in the sign-in form of the open page, in whatever language it is, and sends it. */
export async function sendSignIn(
  page: Page,
  { email, password }: Omit<Member, 'accessToken'>,
): Promise<void> {
  const main = page.getByRole('main');
  await main.locator('input[name="email"]').fill(email);
  await main.locator('input[name="password"]').fill(password);
  await main.locator('button[type="submit"]').click();
}

/** Signs in by the form, as a person does. */
export async function signIn(page: Page, member: Omit<Member, 'accessToken'>): Promise<void> {
  await page.goto('/login');
  await sendSignIn(page, member);
  await expect(page).not.toHaveURL(/\/login/);
}

async function answered<Answer>(call: ReturnType<APIRequestContext['get']>): Promise<Answer> {
  const answer = await call;
  expect(answer.status(), `${answer.url()}: ${await answer.text()}`).toBe(200);
  return (await answer.json()) as Answer;
}
