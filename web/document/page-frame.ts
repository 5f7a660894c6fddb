import type { ComponentType, ReactNode } from 'react';
import { useMatches } from 'react-router';

/** Type of the `handle` export of a page or layout with content outside of `<main>`. */
export type FramedPage = {
  /** Renders its only child, which contains `<main>`, and the content around it. */
  Frame: ComponentType<{ children: ReactNode }>;
};

/** Returns the frames of the matched routes. Each one is around the earlier ones: a page's is around that of its layout. */
export const usePageFrames = (): FramedPage['Frame'][] =>
  useMatches().flatMap(({ handle }) => (handle as Partial<FramedPage> | undefined)?.Frame ?? []);
