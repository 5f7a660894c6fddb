import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import type { TestIdentity } from './test-identity.ts';

export const person = { email: 'rahim@example.com', password: 'correct horse 1' };
export const phoneNumber = '+8801712345678';

/** What an authenticator app shows for a secret at an instant in ms. */
export const appCode = (secret: string, timestamp: number): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });

/** Somebody with a confirmed address; gives their ID token. */
export async function signUpVerified(identity: TestIdentity, email = person.email): Promise<string> {
  const { body } = await identity.post('/v1/accounts:signUp', { ...person, email });
  await identity.post('/v1/accounts:sendOobCode', { requestType: 'VERIFY_EMAIL', idToken: body.idToken });
  const mail = (await identity.sentMails()).findLast(({ to }) => to === email);
  const link = new URL(/https?:\S+/.exec(mail?.text ?? '')?.[0] ?? '');
  const oobCode = link.searchParams.get('oobCode');
  expect(await identity.post('/v1/accounts:update', { oobCode })).toMatchObject({ status: 200 });
  return String(body.idToken);
}

type Tokens = { idToken: string; refreshToken: string };

export async function enrolPhone(
  identity: TestIdentity,
  idToken: string,
  number = phoneNumber,
): Promise<Tokens> {
  const phoneEnrollmentInfo = { phoneNumber: number, recaptchaToken: 'none' };
  const start = await identity.post('/v2/accounts/mfaEnrollment:start', { idToken, phoneEnrollmentInfo });
  expect(start.status, JSON.stringify(start.body)).toBe(200);
  const { sessionInfo } = start.body.phoneSessionInfo as { sessionInfo: string };
  const finish = await identity.post('/v2/accounts/mfaEnrollment:finalize', {
    idToken,
    phoneVerificationInfo: { sessionInfo, code: await identity.textedCode(number) },
  });
  expect(finish.status, JSON.stringify(finish.body)).toBe(200);
  return finish.body as Tokens;
}

export type App = { secret: string; sessionInfo: string };

export async function startApp(identity: TestIdentity, idToken: string): Promise<App> {
  const body = { idToken, totpEnrollmentInfo: {} };
  const start = await identity.post('/v2/accounts/mfaEnrollment:start', body);
  expect(start.status, JSON.stringify(start.body)).toBe(200);
  const { sharedSecretKey, sessionInfo } = start.body.totpSessionInfo as Record<string, string>;
  return { secret: sharedSecretKey ?? '', sessionInfo: sessionInfo ?? '' };
}

export async function enrolApp(
  identity: TestIdentity,
  idToken: string,
  now: number,
): Promise<Tokens & { secret: string }> {
  const { secret, sessionInfo } = await startApp(identity, idToken);
  const finish = await identity.post('/v2/accounts/mfaEnrollment:finalize', {
    idToken,
    displayName: 'My app',
    totpVerificationInfo: { sessionInfo, verificationCode: appCode(secret, now) },
  });
  expect(finish.status, JSON.stringify(finish.body)).toBe(200);
  return { ...(finish.body as Tokens), secret };
}

/** The first half of a sign-in: the credential, and the ids of the factors that may end it. */
export async function beginSignIn(identity: TestIdentity): Promise<{ credential: string; ids: string[] }> {
  const { body } = await identity.post('/v1/accounts:signInWithPassword', person);
  expect(body).not.toHaveProperty('idToken');
  const factors = body.mfaInfo as { mfaEnrollmentId: string }[];
  return {
    credential: String(body.mfaPendingCredential),
    ids: factors.map(({ mfaEnrollmentId }) => mfaEnrollmentId),
  };
}
