import type { AccountRecord } from '#server/integrations/identity.ts';

/** Returns the identity provider's data for the export. */
export function toIdentityRecord(account: AccountRecord) {
  return {
    emailVerified: account.emailVerified === true,
    ...(account.photoUrl && { picture: account.photoUrl }),
    ...(account.phoneNumber && { phoneNumber: account.phoneNumber }),
    waysIn: account.providerUserInfo.map(({ providerId, email, displayName, photoUrl, phoneNumber }) => ({
      provider: providerId,
      ...(email && { email }),
      ...(displayName && { name: displayName }),
      ...(photoUrl && { picture: photoUrl }),
      ...(phoneNumber && { phoneNumber }),
    })),
    secondFactors: (account.mfaInfo ?? []).map(({ displayName, phoneInfo, enrolledAt }) => ({
      ...(displayName && { name: displayName }),
      ...(phoneInfo && { phoneNumber: phoneInfo }),
      addedAt: enrolledAt,
    })),
    passkeys: (account.passkeys ?? []).map(({ name, createdAt, lastUsedAt }) => ({
      ...(name && { name }),
      addedAt: toIsoTime(Number(createdAt)),
      ...(lastUsedAt && { lastUsedAt: toIsoTime(Number(lastUsedAt)) }),
    })),
    createdAt: toIsoTime(Number(account.createdAt)),
    lastSignInAt: toIsoTime(Number(account.lastLoginAt)),
    signIns: (account.sessions ?? []).map(({ provider, browser, signedInAt, lastUsedAt, endedAt }) => ({
      way: provider,
      ...(browser && { browser }),
      signedInAt: toIsoTime(Number(signedInAt)),
      lastUsedAt: toIsoTime(Number(lastUsedAt)),
      ...(endedAt && { endedAt: toIsoTime(Number(endedAt)) }),
    })),
  };
}

export const toIsoTime = (instant: number): string => new Date(instant).toISOString();
