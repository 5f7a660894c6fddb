import { FirebaseError } from '@firebase/app';
import type { Auth } from '@firebase/auth';
import { IdentityError } from './identity.ts';
import { readSecondStep } from './identity-factors.ts';
import { readUser } from './identity-user.ts';
import { identityWords } from './identity-words.ts';
import { SecondFactorNeeded } from './second-factors.ts';

/** Runs what the SDK does; its refusals come in words of ours, and with the way to go on where a code is needed too. */
export type Worded = <T>(act: () => Promise<T>) => Promise<T>;

export function wordedBy(auth: Auth): Worded {
  const worded: Worded = async (act) => {
    try {
      return await act();
    } catch (cause) {
      if (!(cause instanceof FirebaseError)) throw cause;
      const step = readSecondStep(auth, cause);
      if (!step) throw translate(cause);
      const { factors, sendCode, finish } = step;
      throw new SecondFactorNeeded(
        {
          factors,
          sendCode: (id) => worded(() => sendCode(id)),
          finish: (id, code) => worded(async () => readUser(await finish(id, code))),
        },
        cause,
      );
    }
  };
  return worded;
}

function translate(cause: FirebaseError): IdentityError {
  const code = cause.code.replace(/^auth\//, '');
  return new IdentityError(code, identityWords(code, cause.message), cause);
}
