import { type Auth, applyActionCode } from '@firebase/auth';
import { t } from '@lingui/core/macro';
import { type EmailConfirmation, type EmailProof, IdentityError } from './identity.ts';
import { postAccounts } from './identity-call.ts';
import type { Worded } from './identity-refusals.ts';
import { identityWords } from './identity-words.ts';

const codes: Record<string, string> = {
  EXPIRED_OOB_CODE: 'expired-action-code',
  INVALID_OOB_CODE: 'invalid-action-code',
  INVALID_PASSWORD: 'wrong-password',
  EMAIL_EXISTS: 'email-already-in-use',
  TOO_MANY_ATTEMPTS_TRY_LATER: 'too-many-requests',
};
/** Where the SDK, for its own calls, has the sentence. */
const sentences: Record<string, string> = {
  'wrong-password': t`This is not the password of this account.`,
  'email-already-in-use': t`Another account has this email address by now.`,
  'user-disabled': t`This account is locked. Please contact us.`,
};

/** Confirms an address at our own provider, which asks whose account it is; the hosted service asks nothing. */
export function confirmEmailBy(auth: Auth, worded: Worded, isHosted: boolean) {
  async function confirm(oobCode: string, proof: EmailProof): Promise<EmailConfirmation> {
    await auth.authStateReady();
    const idToken = await auth.currentUser?.getIdToken().catch(() => undefined);
    const response = await postAccounts(auth, 'confirmEmail', { oobCode, ...proof, idToken });
    const body = await response.json().catch(() => undefined);
    if (response.ok) return { removedOtherMethods: body?.removedOtherMethods === true };
    const [word = ''] = String(body?.error?.message ?? 'INTERNAL_ERROR').split(' : ');
    const code = codes[word] ?? word.toLowerCase().replaceAll('_', '-');
    throw new IdentityError(code, sentences[code] ?? identityWords(code, ''));
  }

  return (code: string, proof: EmailProof = {}): Promise<EmailConfirmation> =>
    worded(async () => {
      if (!isHosted) return confirm(code, proof);
      await applyActionCode(auth, code);
      return { removedOtherMethods: false };
    });
}
