import { expect } from 'vitest';
import { googleIdToken } from './google-issuer.ts';
import type { TestIdentity } from './test-identity.ts';

export const password = 'attacker pw 1';
export const fine = { status: 200 };
export const refusal = (message: string) => ({ status: 400, body: { error: { message } } });

type Tokens = { idToken: string; refreshToken: string; localId: string };

/** What people do, in the words of the protocol. */
export function actsOn(identity: TestIdentity, clock: () => number) {
  const post = (call: string, body: object) => identity.post(`/v1/accounts:${call}`, body);
  const tokens = async (call: string, body: object) => {
    const answer = await post(call, body);
    expect(answer).toMatchObject(fine);
    return answer.body as Tokens;
  };
  const mailed = async (to: string, mode: string) => {
    const links = (await identity.sentMails())
      .filter((mail) => mail.to === to)
      .map((mail) => new URL(/https?:\S+/.exec(mail.text)?.[0] ?? ''));
    return links.findLast((link) => link.searchParams.get('mode') === mode)?.searchParams.get('oobCode');
  };
  const ask = (requestType: string, body: object) => post('sendOobCode', { requestType, ...body });
  const tryLink = async (email: string, more = {}) => {
    await ask('EMAIL_SIGNIN', { email, continueUrl: 'http://localhost/', canHandleCodeInApp: true });
    return post('signInWithEmailLink', { email, oobCode: await mailed(email, 'signIn'), ...more });
  };
  return {
    post,
    mailed,
    ask,
    signUp: (email: string) => tokens('signUp', { email, password }),
    signIn: (email: string, word = password) => tokens('signInWithPassword', { email, password: word }),
    refresh: (refreshToken: string) =>
      identity.post('/v1/token', { grant_type: 'refresh_token', refresh_token: refreshToken }),
    async verify(email: string, idToken: string) {
      await ask('VERIFY_EMAIL', { idToken });
      const answer = await post('update', { oobCode: await mailed(email, 'verifyEmail') });
      expect(answer).toMatchObject(fine);
      return answer.body as { localId: string };
    },
    async reset(email: string, newPassword: string) {
      await ask('PASSWORD_RESET', { email });
      return post('resetPassword', { oobCode: await mailed(email, 'resetPassword'), newPassword });
    },
    tryLink,
    async byLink(email: string, more = {}) {
      const answer = await tryLink(email, more);
      expect(answer).toMatchObject(fine);
      return answer.body as Tokens;
    },
    /** Signs in with a texted code, or adds the number to the account of `idToken`. */
    async byPhone(phoneNumber: string, more = {}) {
      const { body } = await post('sendVerificationCode', { phoneNumber, recaptchaToken: 'none' });
      const code = await identity.textedCode(phoneNumber);
      return post('signInWithPhoneNumber', { sessionInfo: body.sessionInfo, code, ...more });
    },
    async byGoogle(claims: Parameters<typeof googleIdToken>[0], more = {}) {
      const postBody = new URLSearchParams({
        id_token: await googleIdToken(claims, clock()),
        providerId: 'google.com',
      });
      const asked = { requestUri: 'http://localhost', postBody: `${postBody}`, ...more };
      return post('signInWithIdp', asked);
    },
  };
}
