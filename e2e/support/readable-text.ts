import { expect, type Page } from '@playwright/test';

/** The widths of a phone, a tablet and a desktop, in pixels. */
const widths = [360, 768, 1440];

/**
 * Expects at each width that no text is cut off by an ancestor or covered by another element. Ends with the
 * width of the viewport, because each change of width lays out the page again.
 */
export async function expectTextToBeReadable(page: Page): Promise<void> {
  const original = page.viewportSize();
  if (!original) throw new Error('The page has no viewport.');
  const others = widths.filter((width) => width !== original.width);
  for (const width of [...others, original.width]) {
    await page.setViewportSize({ ...original, width });
    if (!widths.includes(width)) return;
    // Components that measure themselves follow the new width some frames later, on a busy machine many.
    await expect.poll(() => findUnreadableText(page), `text at ${width} px`).toEqual([]);
  }
}

/** Returns a description of each text of the page that is cut off or covered now. */
export const findUnreadableText = (page: Page): Promise<string[]> => page.evaluate(findInDocument);

/** Runs in the page. */
function findInDocument(): string[] {
  const tolerance = 2;
  const problems: string[] = [];
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
  // Lets hit tests find every element. Changes single elements, because a style sheet would restyle all.
  const unhittable = [...document.querySelectorAll<HTMLElement | SVGElement>('*')]
    .filter((element) => getComputedStyle(element).pointerEvents === 'none')
    .map(({ style }) => ({ style, value: style.pointerEvents }));
  for (const { style } of unhittable) style.setProperty('pointer-events', 'auto', 'important');
  const scrolled = new Map<Element, [number, number]>();

  const describe = (element: Element) =>
    `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}">`;

  /**
   * A box without its upper and lower quarters, which in a line of text are mostly the font's own empty
   * space.
   */
  const lineOf = ({ left, right, top, bottom, height }: DOMRect) => ({
    left: left + tolerance,
    right: right - tolerance,
    top: top + height / 4,
    bottom: bottom - height / 4,
  });
  type Line = ReturnType<typeof lineOf>;

  const linesOf = (text: Text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1).map(lineOf);
  };

  const isVisuallyHidden = (element: Element) => element.clientWidth <= 1 && element.clientHeight <= 1;
  /**
   * Text that is shortened on purpose ends in an ellipsis or fades out, and the document contains all of it.
   */
  const showsThatItIsShortened = ({ textOverflow, webkitLineClamp, maskImage }: CSSStyleDeclaration) =>
    textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || maskImage !== 'none';

  /**
   * The ancestors that clip the element. An unpositioned ancestor does not clip an absolutely positioned
   * element.
   */
  function* clippingAncestors(element: Element) {
    let { position } = getComputedStyle(element);
    for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement) {
      if (position === 'fixed') return;
      const style = getComputedStyle(ancestor);
      const isContaining = style.position !== 'static' || style.transform !== 'none';
      if (position === 'absolute' && !isContaining) continue;
      position = style.position;
      yield { ancestor, style };
    }
  }

  const findClipping = (element: Element, lines: Line[]): Element | 'ignored' | undefined => {
    let [scrollsX, scrollsY] = [false, false];
    const own = { ancestor: element, style: getComputedStyle(element) };
    for (const { ancestor, style } of [own, ...clippingAncestors(element)]) {
      if (style.display === 'inline' || style.display === 'contents') continue;
      const clips = (overflow: string) => /hidden|clip/.test(overflow);
      const [clipsX, clipsY] = [clips(style.overflowX), clips(style.overflowY)];
      if ((clipsX || clipsY) && (isVisuallyHidden(ancestor) || showsThatItIsShortened(style)))
        return 'ignored';
      scrollsX ||= /auto|scroll/.test(style.overflowX);
      scrollsY ||= /auto|scroll/.test(style.overflowY);
      const box = ancestor.getBoundingClientRect();
      const isOutside = ({ left, right, top, bottom }: Line) =>
        (clipsX && !scrollsX && (left < box.left || right > box.right)) ||
        (clipsY && !scrollsY && (top < box.top || bottom > box.bottom));
      if (lines.some(isOutside)) return ancestor;
    }
    return undefined;
  };

  const paintsAt = (element: Element, x: number, y: number) => {
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
    if (opacity === '0') return false;
    const isTransparent = /transparent|, 0\)|\/ 0\)/.test(backgroundColor);
    if (!isTransparent || backgroundImage !== 'none') return true;
    if (/^(img|video|canvas|svg|iframe)$/i.test(element.tagName)) return true;
    const texts = [...element.childNodes].filter((node): node is Text => node instanceof Text);
    return texts.some((text) =>
      linesOf(text).some(
        ({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom,
      ),
    );
  };

  /** The elements at the ends and in the middle of the line, topmost first. */
  const stacksOn = ({ left, right, top, bottom }: Line) => {
    const y = (top + bottom) / 2;
    return [left, (left + right) / 2, right].map((x) => ({ x, y, stack: document.elementsFromPoint(x, y) }));
  };
  type Stack = ReturnType<typeof stacksOn>[number];

  const findCover = (element: Element, isControl: boolean, { x, y, stack }: Stack): Element | undefined =>
    stack
      .slice(0, Math.max(0, stack.indexOf(element)))
      .find(
        (other) =>
          !other.contains(element) &&
          !(isControl && element.contains(other)) &&
          !other.closest('[data-sonner-toaster]') &&
          paintsAt(other, x, y),
      );

  /** The scroll containers of the element, innermost first. The first call stores their scroll positions. */
  const scrollersOf = (element: Element): Element[] => {
    const scrollers: Element[] = [];
    for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(ancestor);
      const isScroller =
        ancestor === document.scrollingElement ||
        [overflowX, overflowY].some((value) => /auto|scroll/.test(value));
      if (!isScroller) continue;
      scrollers.push(ancestor);
      if (!scrolled.has(ancestor)) scrolled.set(ancestor, [ancestor.scrollLeft, ancestor.scrollTop]);
    }
    return scrollers;
  };

  const windowBox = new DOMRect(0, 0, document.documentElement.clientWidth, innerHeight);
  /**
   * Three scroll positions. Only text that is covered in all of them counts, because a sticky element may
   * cover text in one of them. scrollIntoView is not used, because the next Tab would continue from there.
   */
  const positions: ((element: Element, scroller: Element) => void)[] = [
    (element, scroller) => {
      const [inner, outer] = [element.getBoundingClientRect(), boxOf(scroller)];
      const left = inner.left + inner.width / 2 - outer.left - outer.width / 2;
      const top = inner.top + inner.height / 2 - outer.top - outer.height / 2;
      scroller.scrollBy({ left, top, behavior: 'instant' });
    },
    (element, scroller) => {
      const [inner, outer] = [element.getBoundingClientRect(), boxOf(scroller)];
      const [left, top] = [inner.right - outer.right, inner.bottom - outer.bottom];
      scroller.scrollBy({ left, top, behavior: 'instant' });
    },
    (_, scroller) => scroller.scrollTo({ left: 0, top: 0, behavior: 'instant' }),
  ];
  const boxOf = (scroller: Element) =>
    scroller === document.scrollingElement ? windowBox : scroller.getBoundingClientRect();

  const check = (element: Element, name: string, readLines: () => Line[], isControl = false) => {
    const lines = readLines();
    if (lines.length === 0) return;
    const clipping = findClipping(element, lines);
    if (clipping === 'ignored') return;
    if (clipping) {
      problems.push(`"${name}" is cut off by ${describe(clipping)}`);
      return;
    }
    const stacks = lines.flatMap(stacksOn);
    const isInView = stacks.every(({ stack }) => stack.includes(element));
    if (isInView && !stacks.some((stack) => findCover(element, isControl, stack))) return;
    const scrollers = scrollersOf(element);
    let cover: Element | undefined;
    for (const scroll of positions) {
      for (const scroller of scrollers) scroll(element, scroller);
      cover = readLines()
        .flatMap(stacksOn)
        .map((stack) => findCover(element, isControl, stack))
        .find(Boolean);
      if (!cover) return;
    }
    if (cover) problems.push(`"${name}" is covered by ${describe(cover)}`);
  };
  const nameOf = (control: Element) =>
    control.textContent?.trim() ||
    (control.getAttribute('aria-label') ?? control.querySelector('img')?.alt ?? describe(control));
  const isVisible = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true });

  const root = modal ?? document.body;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode() as Text | null; text; text = walker.nextNode() as Text | null) {
    const node = text;
    const element = text.parentElement;
    if (element && text.data.trim() && isVisible(element))
      check(element, text.data.trim(), () => linesOf(node));
  }
  for (const control of root.querySelectorAll('a[href], button, input, select, textarea'))
    if (isVisible(control))
      check(control, nameOf(control), () => [lineOf(control.getBoundingClientRect())], true);
  for (const [element, [left, top]] of scrolled) element.scrollTo({ left, top, behavior: 'instant' });
  for (const { style, value } of unhittable) style.setProperty('pointer-events', value);
  return problems;
}
