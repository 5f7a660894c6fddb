import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { LostPart } from './lost-part.tsx';

/**
 * As React's `lazy`, for a part of a page. Where its script does not come, `instead` stands in its place and the page
 * around it stays.
 */
export function lazyPart<Props extends object>(
  fetch: () => Promise<{ default: ComponentType<Props> }>,
  instead: ComponentType = LostPart,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => fetch().catch(() => ({ default: instead as ComponentType<Props> })));
}
