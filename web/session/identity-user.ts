import type { User } from 'firebase/auth';
import type { IdentityUser } from './identity.ts';

export const readUser = ({ uid, email, displayName, providerData }: User): IdentityUser => ({
  uid,
  email: email ?? '',
  displayName: displayName ?? '',
  providers: providerData.map(({ providerId }) => providerId),
});
