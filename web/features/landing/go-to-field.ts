/** Scrolls to a section and focuses its field of that name, as soon as the form is there. */
export function goToField(section: HTMLElement, name: string): void {
  const from = document.activeElement;
  // Here only: `scroll-behavior` for the whole page would also glide through a long wall of photos on Back.
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  section.scrollIntoView({ behavior: still ? 'auto' : 'smooth' });
  whenThere(section, `[name="${name}"]`, (field) => {
    const stayed = document.activeElement === from || document.activeElement === document.body;
    if (stayed) field.focus({ preventScroll: isInView(field) });
  });
}

function whenThere(section: HTMLElement, selector: string, act: (element: HTMLElement) => void): void {
  const look = () => section.querySelector<HTMLElement>(selector);
  const there = look();
  if (there) {
    act(there);
    return;
  }
  const observer = new MutationObserver(() => {
    const come = look();
    if (!come && section.isConnected) return;
    observer.disconnect();
    if (come) act(come);
  });
  observer.observe(section, { childList: true, subtree: true });
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
}
