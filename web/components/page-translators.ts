/**
 * Lets React go on in a page that the browser translates: translators put elements of their own in place of texts that
 * React still holds, and the browser then refuses to take those away or to put something before them
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
