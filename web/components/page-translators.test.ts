import { expect, test } from 'vitest';
import { toleratePageTranslators } from './page-translators.ts';

/** As much of a browser's nodes as is needed: they throw when asked for what is not theirs. */
function browserNodes() {
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
      const place = before ? this.children.indexOf(before) : this.children.length;
      this.children.splice(place, 0, child);
      child.parentNode = this;
      return child;
    }
  }
  toleratePageTranslators(Node as unknown as typeof globalThis.Node);
  return { parent: new Node(), first: new Node(), second: new Node(), stranger: new Node() };
}

test('nodes that are where they were go and come as ever', () => {
  const { parent, first, second } = browserNodes();
  parent.insertBefore(second, null);
  expect(parent.insertBefore(first, second)).toBe(first);
  expect(parent.children).toEqual([first, second]);
  expect(parent.removeChild(first)).toBe(first);
  expect(parent.children).toEqual([second]);
});

test('a text that a translator took away is neither removed again nor in the way', () => {
  const { parent, first, second, stranger } = browserNodes();
  parent.insertBefore(first, null);
  expect(parent.removeChild(stranger)).toBe(stranger);
  parent.insertBefore(second, stranger);
  expect(parent.children).toEqual([first, second]);
});
