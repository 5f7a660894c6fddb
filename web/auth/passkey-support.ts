import { readItem, writeItem } from './persistence.ts';

/** Set once passkeys were offered on this device: they are never offered again. */
const offeredKey = 'bloodBuddiesPasskeyOffered';

/** Whether this browser can use passkeys here: it has the JSON methods, and the address is not an IP address. */
export const canUsePasskeys = (): boolean =>
  typeof window.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function' &&
  !isIpAddress(location.hostname);

/** In a host name, the part after the last dot is never a number. */
const isIpAddress = (host: string): boolean =>
  host.includes(':') || /^\d+$/.test(host.split('.').at(-1) ?? '');

/** Whether the device has a fingerprint reader, face recognition or screen lock, and no passkey was offered on it. */
export const shouldOfferPasskey = async (): Promise<boolean> =>
  canUsePasskeys() &&
  readItem(offeredKey) === null &&
  PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();

export const recordPasskeyOffer = (): void => writeItem(offeredKey, 'yes');
