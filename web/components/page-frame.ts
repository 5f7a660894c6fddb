import { type ComponentType, Fragment, type ReactNode } from 'react';
import { useMatches } from 'react-router';

/** Type of the `handle` export of a page or layout with content outside of `<main>`. */
export type FramedPage = {
  /** Renders `<main>`, its only child, and the content around it. */
  Frame: ComponentType<{ children: ReactNode }>;
};

/** Returns the frame of the innermost matched route that has one, or a fragment. */
export const usePageFrame = (): FramedPage['Frame'] =>
  useMatches()
    .flatMap(({ handle }) => (handle as Partial<FramedPage> | undefined)?.Frame ?? [])
    .pop() ?? Fragment;
