import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { testWith } from '#platform/testing/test-with.ts';
import { identityMigrations } from '../schema/migrations.ts';
import { googleIdToken, type TestClaims } from './google-issuer.ts';
import {
  type Body,
  createTestProvider,
  type ProviderOptions,
  type ProviderResponse,
} from './test-provider.ts';

export const person = { email: 'rahim@example.com', password: 'correct horse 1' };
export const { email, password } = person;
export const other = 'karim@example.com';
export const phoneNumber = '+8801712345678';
export const succeeded = { status: 200 };
/** Response of a call that fails with this message. */
export const errorResponse = (message: string | RegExp) => ({
  status: 400,
  body: { error: { message: typeof message === 'string' ? message : expect.stringMatching(message) } },
});

/** Returns the code of an authenticator app at this time (ms). */
export const appCode = (secret: string, timestamp: number): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });

export const successfulBodies = (responses: readonly ProviderResponse[]): Body[] =>
  responses.filter(({ status }) => status === 200).map(({ body }) => body);

export const extractLink = (message: { text: string } | undefined): URL =>
  new URL(/https?:\S+/.exec(message?.text ?? '')?.[0] ?? '');

/** Returns the code in the link of an email. */
export const extractCode = (message: { text: string } | undefined): string =>
  extractLink(message).searchParams.get('oobCode') ?? '';

/** Creates a test provider with helpers for common user actions. */
export async function createTestIdentity(options: ProviderOptions = {}) {
  const provider = await createTestProvider(options);
  const { now, post, sentEmails, textedCode } = provider;

  /** Makes a call that must succeed. */
  async function ok(...call: Parameters<typeof post>): Promise<Body> {
    const response = await post(...call);
    expect(response, JSON.stringify(response.body)).toMatchObject(succeeded);
    return response.body;
  }

  /** Makes a call that must fail with this message. */
  async function expectError(
    message: string | RegExp,
    ...call: Parameters<typeof post>
  ): Promise<ProviderResponse> {
    const response = await post(...call);
    expect(response, JSON.stringify(call)).toMatchObject(errorResponse(message));
    return response;
  }

  const repeat = (times: number, ...call: Parameters<typeof post>): Promise<ProviderResponse[]> =>
    Promise.all(Array.from({ length: times }, () => post(...call)));

  const signUp = (address = email, more: object = {}) => ok('signUp', { ...person, email: address, ...more });
  const signIn = (address = email, word = password) =>
    ok('signInWithPassword', { email: address, password: word });
  const lookUp = async (idToken: unknown) => (await ok('lookup', { idToken })).users[0] as Body['users'][0];
  const refresh = (refreshToken: unknown) =>
    post('token', { grant_type: 'refresh_token', refresh_token: refreshToken });
  const requestCode = (requestType: string, body: object = {}) =>
    post('sendOobCode', { requestType, ...body });

  /** Returns the code of the newest email, optionally to this address and with this `mode` of its link. */
  async function emailedCode(to?: string, mode?: string): Promise<string> {
    const emails = await sentEmails(to);
    return extractCode(
      emails.findLast((email) => !mode || extractLink(email).searchParams.get('mode') === mode),
    );
  }

  async function verify(address: string, idToken: unknown): Promise<Body> {
    expect(await requestCode('VERIFY_EMAIL', { idToken })).toMatchObject(succeeded);
    return ok('update', { oobCode: await emailedCode(address, 'verifyEmail') });
  }
  async function signUpVerified(address = email): Promise<Body> {
    const body = await signUp(address);
    await verify(address, body.idToken);
    return body;
  }
  async function reset(address: string, newPassword: string): Promise<ProviderResponse> {
    await requestCode('PASSWORD_RESET', { email: address });
    return post('resetPassword', { oobCode: await emailedCode(address, 'resetPassword'), newPassword });
  }
  async function requestLinkCode(address: string): Promise<string> {
    const request = { email: address, continueUrl: 'http://localhost/', canHandleCodeInApp: true };
    expect(await requestCode('EMAIL_SIGNIN', request)).toMatchObject(succeeded);
    return emailedCode(address, 'signIn');
  }
  const signInWithLink = async (address: string, more: object = {}) =>
    ok('signInWithEmailLink', { email: address, oobCode: await requestLinkCode(address), ...more });

  /** Requests a text code and returns it with its session, as needed for sign-in. */
  async function requestSmsCode(number = phoneNumber) {
    const sent = await ok('sendVerificationCode', { phoneNumber: number, recaptchaToken: 'none' });
    return { sessionInfo: sent.sessionInfo, code: await textedCode(number) };
  }
  /** Signs in with a text code, or adds the number to the account of `idToken`. */
  const signInWithPhone = async (number = phoneNumber, more: object = {}) =>
    post('signInWithPhoneNumber', { ...(await requestSmsCode(number)), ...more });

  /** Signs in like the SDK. `nonce` goes into `postBody`. */
  async function signInWithGoogle(claims: TestClaims, { nonce, ...more }: Record<string, unknown> = {}) {
    const id_token = await googleIdToken(claims, now());
    const form = new URLSearchParams({ id_token, providerId: 'google.com' });
    if (typeof nonce === 'string') form.set('nonce', nonce);
    return post('signInWithIdp', { requestUri: 'http://localhost:3000', postBody: `&${form}`, ...more });
  }

  async function enrollPhone(idToken: string, number = phoneNumber): Promise<Body> {
    const phoneEnrollmentInfo = { phoneNumber: number, recaptchaToken: 'none' };
    const { phoneSessionInfo } = await ok('mfaEnrollment:start', { idToken, phoneEnrollmentInfo });
    const phoneVerificationInfo = { ...phoneSessionInfo, code: await textedCode(number) };
    return ok('mfaEnrollment:finalize', { idToken, phoneVerificationInfo });
  }
  async function startAppEnrollment(idToken: string) {
    const { totpSessionInfo } = await ok('mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} });
    return { secret: totpSessionInfo.sharedSecretKey, sessionInfo: totpSessionInfo.sessionInfo };
  }
  async function enrollApp(idToken: string): Promise<Body & { secret: string }> {
    const { secret, sessionInfo } = await startAppEnrollment(idToken);
    const totpVerificationInfo = { sessionInfo, verificationCode: appCode(secret, now()) };
    const body = { idToken, displayName: 'My app', totpVerificationInfo };
    return { ...(await ok('mfaEnrollment:finalize', body)), secret };
  }
  /** Starts a sign-in and returns the pending credential and the ids of the second factors. */
  async function beginSignIn() {
    const body = await signIn();
    expect(body).not.toHaveProperty('idToken');
    return {
      credential: body.mfaPendingCredential,
      ids: body.mfaInfo.map((factor) => factor.mfaEnrollmentId),
    };
  }

  return {
    ...provider,
    ok,
    expectError,
    repeat,
    signUp,
    signIn,
    lookUp,
    refresh,
    requestCode,
    emailedCode,
    verify,
    signUpVerified,
    reset,
    requestLinkCode,
    signInWithLink,
    requestSmsCode,
    signInWithPhone,
    signInWithGoogle,
    enrollPhone,
    startAppEnrollment,
    enrollApp,
    beginSignIn,
    /** Expects the session of a token to have ended. */
    expectSessionEnded: (idToken: unknown) => expectError('TOKEN_EXPIRED', 'lookup', { idToken }),
    emailSubjects: async (to = email) => (await sentEmails(to)).map(({ subject }) => subject),
  };
}

export type TestIdentity = Awaited<ReturnType<typeof createTestIdentity>>;
type Open = (options?: ProviderOptions) => Promise<TestIdentity>;

export const test = testWith(createTestIdentity);

/** Runs the tests on SQLite and on PostgreSQL. */
export function onBoth(tests: (open: Open, test: ReturnType<typeof testWith<TestIdentity>>) => void): void {
  onBothDatabases([identityMigrations], (openDatabase) => {
    const open: Open = (options) => createTestIdentity({ ...options, open: openDatabase });
    tests(open, testWith(open));
  });
}
