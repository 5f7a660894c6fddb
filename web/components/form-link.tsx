import type { MouseEvent, ReactNode } from 'react';
import { LinkButton } from '#web/components/button.tsx';

type Props = {
  /** The field that gets the focus. */
  field: 'name' | 'opinion';
  variant?: 'primary' | 'outlined';
  size?: 'normal' | 'large';
  className?: string;
  children: ReactNode;
};

/**
 * Scrolls to the appointment form and focuses a field. Without JavaScript, and on other pages, it is a plain
 * link to the form.
 */
export function FormLink({ field, ...rest }: Props) {
  const handleClick = (event: MouseEvent) => {
    const section = document.getElementById('request-appointment');
    if (!section || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    goToField(section, () => section.querySelector<HTMLElement>(`[name="${field}"]`));
  };
  return <LinkButton to="/#request-appointment" onClick={handleClick} {...rest} />;
}

type FieldFinder = (section: HTMLElement) => HTMLElement | null;

/** Scrolls to a section and focuses a field as soon as the form is rendered. */
export function goToField(section: HTMLElement, findField: FieldFinder): void {
  const focusedBefore = document.activeElement;
  // CSS `scroll-behavior` would also animate the scroll restoration of the long photo gallery on Back.
  const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  section.scrollIntoView({ behavior: prefersReducedMotion ? 'auto' : 'smooth' });
  whenFound(section, findField, (field) => {
    const isFocusUnchanged =
      document.activeElement === focusedBefore || document.activeElement === document.body;
    if (isFocusUnchanged) field.focus({ preventScroll: isInView(field) });
  });
}

function whenFound(
  section: HTMLElement,
  findField: FieldFinder,
  callback: (element: HTMLElement) => void,
): void {
  const existing = findField(section);
  if (existing) {
    callback(existing);
    return;
  }
  const observer = new MutationObserver(() => {
    const found = findField(section);
    if (!found && section.isConnected) return;
    observer.disconnect();
    if (found) callback(found);
  });
  observer.observe(section, { childList: true, subtree: true });
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
}
