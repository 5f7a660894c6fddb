import type { CDPSession, Page } from '@playwright/test';

type Transport = 'internal' | 'usb';

/** Adds Chromium's virtual authenticator: a device with a screen lock (`internal`) or a security key. */
export async function addAuthenticator(page: Page, transport: Transport = 'internal') {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return createControls(session, authenticatorId);
}

const createControls = (session: CDPSession, authenticatorId: string) => ({
  /** Sets whether the person passes the screen lock. */
  setVerified: (isUserVerified: boolean) =>
    session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  countPasskeys: async () =>
    (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  remove: () => session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
});
