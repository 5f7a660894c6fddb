/** The server fills the placeholder when it starts; in the browser the page itself tells what was filled in. */
export function publicUrl(): string {
  if (import.meta.env.SSR) return '%PUBLIC_URL%';
  return document.querySelector<HTMLMetaElement>('meta[name="site"]')?.content ?? location.origin;
}
