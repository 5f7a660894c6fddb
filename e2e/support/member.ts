import { randomUUID } from 'node:crypto';
import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test';
import type * as z from 'zod/mini';
import type { PublicConfig } from '#contract/config.ts';
import type { SignedInUser } from '#contract/users.ts';
import { emailedLink } from './outbox.ts';
import type { Site } from './site.ts';

export type Member = { name: string; email: string; password: string; accessToken: string };

type Account = { idToken: string; refreshToken: string; localId: string; expiresIn: string };

/** A client for the identity provider that sends the same requests as its SDK. */
async function connectIdentity(request: APIRequestContext) {
  const { identity } = await expectOk<PublicConfig>(request.get('/api/config'));
  const call = (name: string, data: object) =>
    expectOk<Account>(request.post(`/identity/v1/accounts:${name}?key=${identity.apiKey}`, { data }));
  return { ...identity, call };
}

/** Exchanges an ID token for a session at the product server and returns its access token. */
async function exchangeIdToken(request: APIRequestContext, email: string, idToken: string): Promise<string> {
  const headers = { authorization: `Bearer ${idToken}` };
  const user = await expectOk<z.infer<typeof SignedInUser>>(
    request.put('/api/user', { data: { email }, headers }),
  );
  return user.token;
}

/** Registers a new member with the requests of the registration page. */
export async function registerMember(
  request: APIRequestContext,
  changes: Partial<Pick<Member, 'name' | 'email'>> = {},
): Promise<Member> {
  const person = {
    name: 'Rahima Khatun',
    email: `donor-${randomUUID()}@example.org`,
    password: 'correct horse',
    ...changes,
  };
  const { email, password, name } = person;
  const { call } = await connectIdentity(request);
  const { idToken } = await call('signUp', { email, password, returnSecureToken: true });
  const updatedUser = await call('update', { idToken, displayName: name, returnSecureToken: true });
  return { ...person, accessToken: await exchangeIdToken(request, email, updatedUser.idToken ?? idToken) };
}

/** Confirms this member's email address with the emailed code, then updates the product server. */
export async function confirmEmail(
  request: APIRequestContext,
  { dataDir }: { dataDir: string },
  { email, password }: Pick<Member, 'email' | 'password'>,
): Promise<void> {
  const { call } = await connectIdentity(request);
  const credentials = { email, password, returnSecureToken: true };
  const { idToken } = await call('signInWithPassword', credentials);
  await call('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken });
  const link = new URL(await emailedLink(dataDir, email, 'verifyEmail'));
  await call('confirmEmail', { oobCode: link.searchParams.get('oobCode'), idToken });
  const confirmedAccount = await call('signInWithPassword', credentials);
  await exchangeIdToken(request, email, confirmedAccount.idToken);
}

type StoredState = Exclude<Parameters<BrowserContext['setStorageState']>[0], string>;

/**
 * Replaces the site's storage. Leaves its pages first, because they would reload for the next user in the
 * middle of the journey.
 */
export async function replaceStorage(
  context: BrowserContext,
  state: StoredState = { cookies: [], origins: [] },
): Promise<void> {
  for (const page of context.pages()) await page.goto('about:blank');
  await context.setStorageState(state);
}

/** Signs in through the API, so that the next page of this context is signed in. */
export const signInThroughApi = async (context: BrowserContext, site: Site, member: Member): Promise<void> =>
  replaceStorage(context, await signedInState(context.request, site, member));

/**
 * Signs in through the API and returns the session as the SDK stores it without IndexedDB.
 * @param now the time of the browser's clock
 */
export async function signedInState(
  request: APIRequestContext,
  { url }: Pick<Site, 'url'>,
  { email, password }: Member,
  now = Date.now(),
): Promise<StoredState> {
  const { apiKey, call } = await connectIdentity(request);
  const session = await call('signInWithPassword', { email, password, returnSecureToken: true });
  const stsTokenManager = {
    accessToken: session.idToken,
    refreshToken: session.refreshToken,
    expirationTime: now + Number(session.expiresIn) * 1000,
  };
  // The SDK looks up the rest of the user when a page opens.
  const user = { uid: session.localId, emailVerified: false, isAnonymous: false, stsTokenManager };
  const stored = {
    bloodBuddiesUser: session.localId,
    accessJwtToken: await exchangeIdToken(request, email, session.idToken),
    [`firebase:authUser:${apiKey}:[DEFAULT]`]: JSON.stringify(user),
  };
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
  return { cookies: [], origins: [{ origin: url, localStorage }] };
}

/** The dates of this member's appointments, from the API. */
export async function listAppointmentDates(
  request: APIRequestContext,
  { email, accessToken }: Member,
): Promise<string[]> {
  const headers = { Authorization: `Bearer ${accessToken}` };
  const response = await request.get('/api/appointments', { params: { email }, headers });
  return (await response.json()).map(({ date }: { date: string }) => date);
}

/** Fills in and submits the sign-in form of the open page, in any language. */
export async function submitSignIn(
  page: Page,
  { email, password }: Pick<Member, 'email' | 'password'>,
): Promise<void> {
  const main = page.getByRole('main');
  await main.locator('input[name="email"]').fill(email);
  await main.locator('input[name="password"]').fill(password);
  await main.locator('button[type="submit"]').click();
}

/** Signs in with the form on the login page. */
export async function signIn(page: Page, member: Omit<Member, 'accessToken'>): Promise<void> {
  await page.goto('/login');
  await submitSignIn(page, member);
  await expect(page).not.toHaveURL(/\/login/);
}

async function expectOk<Body>(call: ReturnType<APIRequestContext['get']>): Promise<Body> {
  const response = await call;
  expect(response.status(), `${response.url()}: ${await response.text()}`).toBe(200);
  return (await response.json()) as Body;
}
