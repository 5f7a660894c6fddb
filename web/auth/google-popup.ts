/** What the way through Google ended in: a token of Google's with the nonce that it was asked for, or a word for why not. */
export type GoogleResult = { idToken: string; nonce: string } | { error: string };

export type GooglePopup = {
  window: Window;
  /** Comes once, and never rejects. */
  answer: Promise<GoogleResult>;
  close(): void;
};

/** The provider's pages for Google; the second of them broadcasts the answer. */
const startPage = '/identity/oauth/google/start';
const channelName = 'google-sign-in';
const size = { width: 500, height: 600 };
/** A window that closes may have just answered. */
const closedAfterMs = 2000;
const lookEveryMs = 250;

/**
 * Opens Google's window. To be called within the click itself, or browsers block it. Nothing when it is blocked, or
 * when the window could not tell its answer.
 */
export function openGooglePopup(): GooglePopup | undefined {
  if (!('BroadcastChannel' in window)) return undefined;
  const flow = newFlow();
  const opened = window.open(`${startPage}?flow=${flow}`, '_blank', features());
  if (!opened) return undefined;
  const channel = new BroadcastChannel(channelName);
  let resolve: (answer: GoogleResult) => void = () => {};
  const answer = new Promise<GoogleResult>((settle) => {
    resolve = settle;
  });
  channel.onmessage = ({ data }) => {
    if (data?.flow === flow) finish(data.answer);
  };
  let timeoutMs: number | undefined;
  const watch = window.setInterval(() => {
    if (!opened.closed || timeoutMs !== undefined) return;
    timeoutMs = window.setTimeout(() => finish({ error: 'popup-closed-by-user' }), closedAfterMs);
  }, lookEveryMs);

  function finish(answer: GoogleResult): void {
    window.clearInterval(watch);
    window.clearTimeout(timeoutMs);
    channel.close();
    resolve(answer);
  }
  return {
    window: opened,
    answer,
    close() {
      opened.close();
      finish({ error: 'popup-closed-by-user' });
    },
  };
}

function features(): string {
  const left = Math.max(0, Math.round(window.screenX + (window.outerWidth - size.width) / 2));
  const top = Math.max(0, Math.round(window.screenY + (window.outerHeight - size.height) / 2));
  return `popup,width=${size.width},height=${size.height},left=${left},top=${top}`;
}

const newFlow = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
