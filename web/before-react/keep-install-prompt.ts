/**
 * Keeps Chromium's install prompt, which may be offered before React starts (web/pwa/install-button.tsx).
 * The page contains this function as text (start-scripts.tsx), so it must not refer to anything outside.
 */
export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    window.installPromptEvent = event as never;
  });
}
