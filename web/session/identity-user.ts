import type { User } from '@firebase/auth';
import { isVisible } from '#contract/one-line.ts';
import type { IdentityUser } from './identity.ts';

/** The SDK keeps the provider's last answer about the person; only there it stands whether there is a password. */
type Answered = User & { reloadUserInfo?: { passwordHash?: string } | null };

export function readUser(user: User): IdentityUser {
  const providers = user.providerData.map(({ providerId }) => providerId);
  const { reloadUserInfo: answer } = user as Answered;
  const displayName = user.displayName ?? '';
  return {
    uid: user.uid,
    email: user.email ?? '',
    displayName: isVisible(displayName) ? displayName : '',
    providers,
    emailVerified: user.emailVerified,
    hasPassword: answer ? Boolean(answer.passwordHash) : providers.includes('password'),
  };
}
