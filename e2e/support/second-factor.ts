import { type APIRequestContext, expect } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { confirmEmail, type Member } from './member.ts';
import type { Site } from './site.ts';

/** What the app shows; the step after this one is good too, and none is good twice. */
export const codeOf = (key: string, stepsAhead = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(key), timestamp: Date.now() + stepsAhead * 30_000 });

/** Confirms the address and adds an authenticator app, by the calls that the account page makes; gives its key. */
export async function addAuthenticator(
  request: APIRequestContext,
  site: Site,
  member: Member,
): Promise<string> {
  await confirmEmail(request, site, member);
  const { identity } = await (await request.get('/api/config')).json();
  const ask = async (call: string, data: object) => {
    const response = await request.post(`/identity/${call}?key=${identity.apiKey}`, { data });
    expect(response.status(), await response.text()).toBe(200);
    return response.json();
  };
  const { email, password } = member;
  const { idToken } = await ask('v1/accounts:signInWithPassword', { email, password });
  const started = await ask('v2/accounts/mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} });
  const { sharedSecretKey, sessionInfo } = started.totpSessionInfo;
  const totpVerificationInfo = { sessionInfo, verificationCode: codeOf(sharedSecretKey) };
  await ask('v2/accounts/mfaEnrollment:finalize', { idToken, totpVerificationInfo, displayName: 'App' });
  return sharedSecretKey;
}
