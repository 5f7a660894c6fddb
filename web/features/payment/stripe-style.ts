/** The colors of the page's present theme, for text in Stripe's frames: no style sheet of ours reaches it. */
export function fieldStyle() {
  const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const base = {
    color: token('--color-ink'),
    iconColor: token('--color-ink-soft'),
    fontSize: '16px',
    lineHeight: '28px',
    '::placeholder': { color: token('--color-ink-soft') },
  };
  return { base, invalid: { color: token('--color-error'), iconColor: token('--color-error') } };
}

/** Calls back when the system switches between light and dark; returns what ends that. */
export function onThemeChange(changed: () => void): () => void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', changed);
  return () => dark.removeEventListener('change', changed);
}
