import { type Account, describeAccount } from '../accounts/account.ts';
import type { GoogleTable } from '../schema/tables.ts';
import type { GoogleProfile, Proven } from './profile.ts';

/** What every answer about a Google identity holds. */
export function describeProfile({ profile, idToken }: Proven) {
  const { subject, email, verified, name, givenName, familyName, picture } = profile;
  return {
    kind: 'identitytoolkit#VerifyAssertionResponse',
    context: '',
    providerId: 'google.com',
    federatedId: `https://accounts.google.com/${subject}`,
    ...(email && { email }),
    emailVerified: verified,
    ...(name && { displayName: name, fullName: name }),
    ...(givenName && { firstName: givenName }),
    ...(familyName && { lastName: familyName }),
    ...(picture && { photoUrl: picture }),
    rawUserInfo: JSON.stringify(describeRaw(profile)),
    oauthIdToken: idToken,
  };
}

/** Somebody else's account has this address, and Google does not vouch for it: nobody comes in, nothing is linked. */
export function describeConfirmation(account: Account) {
  const providers = describeAccount(account).providerUserInfo.map(({ providerId }) => providerId);
  return {
    needConfirmation: true,
    localId: account.id,
    verifiedProvider: providers.filter((provider) => provider === 'google.com'),
  };
}

export function googleRow({ subject, email, name, picture }: GoogleProfile, accountId: string): GoogleTable {
  return {
    subject,
    account_id: accountId,
    email: email ?? null,
    display_name: name ?? null,
    photo_url: picture ?? null,
  };
}

/** As Google's own user information spells it. */
function describeRaw({ subject, email, verified, name, givenName, familyName, picture }: GoogleProfile) {
  const scope = 'https://www.googleapis.com/auth/userinfo';
  return {
    id: subject,
    granted_scopes: ['openid', `${scope}.profile`, ...(email ? [`${scope}.email`] : [])].join(' '),
    verified_email: verified,
    locale: 'en',
    name,
    given_name: givenName,
    family_name: familyName,
    email,
    picture,
  };
}
