import type { MouseEvent, ReactNode } from 'react';
import { LinkButton } from '#web/components/button.tsx';

type Props = {
  /** The field that gets the cursor. */
  field: 'name' | 'opinion';
  look?: 'primary' | 'quiet';
  size?: 'normal' | 'large';
  className?: string;
  children: ReactNode;
};

/** Brings the appointment form into view and puts the cursor into a field; without scripts a link to the form. */
export function FormLink({ field, ...rest }: Props) {
  const go = (event: MouseEvent) => {
    const section = document.getElementById('request-appointment');
    if (!section || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    goToField(section, () => section.querySelector<HTMLElement>(`[name="${field}"]`));
  };
  return <LinkButton to="#request-appointment" onClick={go} {...rest} />;
}

type Find = (section: HTMLElement) => HTMLElement | null;

/** Scrolls to a section and focuses the field that is meant, as soon as the form is there. */
export function goToField(section: HTMLElement, find: Find): void {
  const from = document.activeElement;
  // Here only: `scroll-behavior` for the whole page would also glide through a long wall of photos on Back.
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  section.scrollIntoView({ behavior: still ? 'auto' : 'smooth' });
  whenThere(section, find, (field) => {
    const stayed = document.activeElement === from || document.activeElement === document.body;
    if (stayed) field.focus({ preventScroll: isInView(field) });
  });
}

function whenThere(section: HTMLElement, find: Find, act: (element: HTMLElement) => void): void {
  const there = find(section);
  if (there) {
    act(there);
    return;
  }
  const observer = new MutationObserver(() => {
    const come = find(section);
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
