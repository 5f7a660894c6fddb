import { type ComponentType, Fragment, type ReactNode } from 'react';
import { useMatches } from 'react-router';

/** Type of the `handle` export of a page with content outside of `<main>`. */
export type FramedPage = {
  /** Renders `<main>`, its only child, and the content around it. */
  Frame: ComponentType<{ children: ReactNode }>;
};

/** Returns the frame of the innermost matched route, or a fragment. */
export const usePageFrame = (): FramedPage['Frame'] =>
  (useMatches().at(-1)?.handle as Partial<FramedPage> | undefined)?.Frame ?? Fragment;
