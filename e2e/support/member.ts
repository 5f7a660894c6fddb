import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type * as z from 'zod/mini';
import type { PublicConfig } from '#contract/config.ts';
import type { SignedInUser } from '#contract/users.ts';
import { mailedLink } from './outbox.ts';

export type Member = { name: string; email: string; password: string; accessToken: string };

/** Registers a new member by the calls that the registration page makes. */
export async function registerMember(request: APIRequestContext): Promise<Member> {
  const person = {
    name: 'Rahima Khatun',
    email: `donor-${randomUUID()}@example.org`,
    password: 'correct horse',
  };
  const { identity } = await answered<PublicConfig>(request.get('/api/config'));
  const account = (call: string, data: object) =>
    answered<{ idToken?: string }>(
      request.post(`/identity/v1/accounts:${call}?key=${identity.apiKey}`, { data }),
    );

  const { email, password } = person;
  const { idToken } = await account('signUp', { email, password, returnSecureToken: true });
  const named = await account('update', { idToken, displayName: person.name, returnSecureToken: true });
  const { token } = await answered<z.infer<typeof SignedInUser>>(
    request.put('/api/user', {
      data: { email },
      headers: { authorization: `Bearer ${named.idToken ?? idToken}` },
    }),
  );
  return { ...person, accessToken: token };
}

/** Opens the link that confirms the address of this member, and tells the product server of it. */
export async function confirmEmail(
  request: APIRequestContext,
  { dataDir }: { dataDir: string },
  { email, password }: Member,
): Promise<void> {
  const { identity } = await answered<PublicConfig>(request.get('/api/config'));
  const account = (call: string, data: object) =>
    answered<{ idToken: string }>(
      request.post(`/identity/v1/accounts:${call}?key=${identity.apiKey}`, { data }),
    );
  const credentials = { email, password, returnSecureToken: true };
  const { idToken } = await account('signInWithPassword', credentials);
  await account('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken });
  const link = new URL(await mailedLink(dataDir, email, 'verifyEmail'));
  await account('update', { oobCode: link.searchParams.get('oobCode') });
  const confirmed = await account('signInWithPassword', credentials);
  const headers = { authorization: `Bearer ${confirmed.idToken}` };
  await answered(request.put('/api/user', { data: { email }, headers }));
}

/** Signs in by the form, as a person does. */
export async function signIn(page: Page, { email, password }: Member): Promise<void> {
  await page.goto('/login');
  await page.locator('input[name="email"]').fill(email);
  await page.locator('input[name="password"]').fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

async function answered<Answer>(call: ReturnType<APIRequestContext['get']>): Promise<Answer> {
  const answer = await call;
  expect(answer.status(), `${answer.url()}: ${await answer.text()}`).toBe(200);
  return (await answer.json()) as Answer;
}
