import { useState, useSyncExternalStore } from 'react';
import { useNavigationType } from 'react-router';

const subscribe = () => () => {};

/** Returns false in the rendered page and true after hydration. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );

/** Returns whether the HTML of the page contained this component. */
export const useIsInHtml = (): boolean => useState(!useHydrated())[0];

/** Returns whether Back or Forward opened this page of the site, without loading a document. */
export const useIsBack = (): boolean => {
  const type = useNavigationType();
  return useHydrated() && type === 'POP';
};
