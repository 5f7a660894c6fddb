/** Result of the Google flow: Google's ID token with its nonce, or an OAuth error code. */
export type GoogleResult = { idToken: string; nonce: string } | { error: string };

export type GooglePopup = {
  window: Window;
  /** Never rejects. */
  result: Promise<GoogleResult>;
  close(): void;
};

/**
 * Page of our identity provider that starts the flow. Its callback page broadcasts the result on the channel.
 */
const startPage = '/identity/oauth/google/start';
const channelName = 'google-sign-in';
const size = { width: 500, height: 600 };
/** A closed popup may have just sent its result, so wait before reporting an error. */
const CLOSED_TIMEOUT_MS = 2000;
const POLL_INTERVAL_MS = 250;

/**
 * Opens the Google popup. Call directly in the click handler, or browsers block it.
 * @returns `undefined` if the popup is blocked, or if the browser has no BroadcastChannel to receive the
 * result
 */
export function openGooglePopup(): GooglePopup | undefined {
  if (!('BroadcastChannel' in window)) return undefined;
  const flow = createFlowId();
  const popup = window.open(`${startPage}?flow=${flow}`, '_blank', popupFeatures());
  if (!popup) return undefined;
  const channel = new BroadcastChannel(channelName);
  let resolveResult: (result: GoogleResult) => void = () => {};
  const result = new Promise<GoogleResult>((resolve) => {
    resolveResult = resolve;
  });
  channel.onmessage = ({ data }) => {
    if (data?.flow === flow) finish(data.result);
  };
  let timeout: number | undefined;
  const poll = window.setInterval(() => {
    if (!popup.closed || timeout !== undefined) return;
    timeout = window.setTimeout(() => finish({ error: 'popup-closed-by-user' }), CLOSED_TIMEOUT_MS);
  }, POLL_INTERVAL_MS);

  function finish(received: GoogleResult): void {
    window.clearInterval(poll);
    window.clearTimeout(timeout);
    channel.close();
    resolveResult(received);
  }
  return {
    window: popup,
    result,
    close() {
      popup.close();
      finish({ error: 'popup-closed-by-user' });
    },
  };
}

function popupFeatures(): string {
  const left = Math.max(0, Math.round(window.screenX + (window.outerWidth - size.width) / 2));
  const top = Math.max(0, Math.round(window.screenY + (window.outerHeight - size.height) / 2));
  return `popup,width=${size.width},height=${size.height},left=${left},top=${top}`;
}

const createFlowId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
