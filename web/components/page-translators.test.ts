import { expect, test } from 'vitest';
import { toleratePageTranslators } from './page-translators.ts';

/** Creates fake DOM nodes that throw, as a browser does, for a node that is not a child. */
function createNodes() {
  class Node {
    parentNode: Node | null = null;
    children: Node[] = [];
    removeChild(child: Node): Node {
      if (child.parentNode !== this) throw new DOMException('not a child', 'NotFoundError');
      this.children = this.children.filter((other) => other !== child);
      child.parentNode = null;
      return child;
    }
    insertBefore(child: Node, before: Node | null): Node {
      if (before && before.parentNode !== this) throw new DOMException('not a child', 'NotFoundError');
      const index = before ? this.children.indexOf(before) : this.children.length;
      this.children.splice(index, 0, child);
      child.parentNode = this;
      return child;
    }
  }
  toleratePageTranslators(Node as unknown as typeof globalThis.Node);
  return { parent: new Node(), first: new Node(), second: new Node(), other: new Node() };
}

test('removes and inserts nodes as before', () => {
  const { parent, first, second } = createNodes();
  parent.insertBefore(second, null);
  expect(parent.insertBefore(first, second)).toBe(first);
  expect(parent.children).toEqual([first, second]);
  expect(parent.removeChild(first)).toBe(first);
  expect(parent.children).toEqual([second]);
});

test('ignores a node that a translator has replaced', () => {
  const { parent, first, second, other } = createNodes();
  parent.insertBefore(first, null);
  expect(parent.removeChild(other)).toBe(other);
  parent.insertBefore(second, other);
  expect(parent.children).toEqual([first, second]);
});
