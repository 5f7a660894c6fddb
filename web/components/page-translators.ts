/**
 * Prevents React errors on pages that the browser translates: translators replace text nodes that React still
 * references, and removing them or inserting before them throws
 * (https://github.com/facebook/react/issues/11538).
 */
export function toleratePageTranslators({ prototype } = Node): void {
  const { removeChild, insertBefore } = prototype;
  prototype.removeChild = function <Child extends Node>(child: Child): Child {
    return child.parentNode === this ? (removeChild.call(this, child) as Child) : child;
  };
  prototype.insertBefore = function <Child extends Node>(child: Child, before: Node | null): Child {
    return insertBefore.call(this, child, before?.parentNode === this ? before : null) as Child;
  };
}
