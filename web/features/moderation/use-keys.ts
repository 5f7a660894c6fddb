import { useEffect, useRef, useState } from 'react';

const STORAGE_KEY = 'moderation-keys';

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/**
 * Calls `onKey` for single keys, except in fields and dialogs. The person can turn the keys off (WCAG 2.1.4),
 * and the device stores this choice.
 * @param onKey returns whether it used the key
 */
export function useKeys(onKey: (key: string) => boolean) {
  const [isOn, setIsOn] = useState(() => localStorage.getItem(STORAGE_KEY) !== 'off');
  const latest = useRef(onKey);
  useEffect(() => {
    latest.current = onKey;
  });
  useEffect(() => {
    if (!isOn) return;
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event)) return;
      if (document.querySelector('dialog[open]')) return;
      if (latest.current(event.key.toLowerCase())) event.preventDefault();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [isOn]);
  const turn = (on: boolean) => {
    localStorage.setItem(STORAGE_KEY, on ? 'on' : 'off');
    setIsOn(on);
  };
  return { isOn, turn };
}
