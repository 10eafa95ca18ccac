import type { DomBox, DomDocument, DomElement, DomStyle } from './dom.ts';
import type { ElementLook, ElementLooks } from './element-looks.ts';
import type { Stacking } from './stacking.ts';

declare const document: DomDocument & {
  elementsFromPoint(x: number, y: number): DomElement[];
};
declare const parent: unknown;
declare const window: unknown;
declare function getComputedStyle(element: DomElement, pseudo?: string): DomStyle;

export type TextContrast = ReturnType<typeof createTextContrast>;

/**
 * Letters in the color of what they stand on. Whatever may be painted between the two settles it: then they are seen.
 * Runs in the page, as text: it may use nothing from outside itself.
 */
export function createTextContrast(stacking: Stacking, looks: ElementLooks) {
  const white = 'rgb(255, 255, 255)';
  const pictures = 'img,video,canvas,svg,iframe,object,embed';
  const maxBeside = 50;
  /** Few texts are in the color of the page. */
  const maxLooks = 200;

  /** For one look at the whole page. */
  function begin() {
    const page = pageColor();
    let left = maxLooks;

    return function swallows(look: ElementLook): boolean {
      const ink = looks.inkOf(look);
      if ((ink !== white && ink !== page) || left === 0) return false;
      left -= 1;
      const style = looks.styleOf(look);
      // The browser itself gives links and buttons a color of their own.
      if (style.webkitTextFillColor !== ink || style.textShadow !== 'none') return false;
      if (Number.parseFloat(style.webkitTextStrokeWidth) > 0) return false;
      // A drawing has colors of its own.
      if (look.element.tagName !== look.element.tagName.toUpperCase()) return false;
      return groundOf(look, page) === ink && isBare(look, ink);
    };
  }

  /** Null where it can't be told: below a frame's page lies that of another. */
  function pageColor(): string | null {
    if (parent !== window) return null;
    for (const element of [document.documentElement, document.body]) {
      if (element === null) continue;
      const { backgroundColor, backgroundImage, colorScheme } = getComputedStyle(element);
      if (backgroundImage !== 'none' || colorScheme.includes('dark')) return null;
      const alpha = stacking.alphaOf(backgroundColor);
      if (alpha > 0) return alpha === 1 ? backgroundColor : null;
    }
    return white;
  }

  /** The color of the next background around it; null for more than a color. */
  function groundOf(look: ElementLook, page: string | null): string | null {
    for (let at: ElementLook | null = look; at !== null; at = at.around) {
      const { backgroundColor, backgroundImage, boxShadow, filter, mixBlendMode } = looks.styleOf(at);
      if (backgroundImage !== 'none' || boxShadow.includes('inset')) return null;
      if (filter !== 'none' || mixBlendMode !== 'normal') return null;
      const alpha = stacking.alphaOf(backgroundColor);
      if (alpha > 0) return alpha === 1 ? backgroundColor : null;
      if (at.element.tagName === 'DIALOG' || at.element.hasAttribute('popover')) return null;
    }
    return page;
  }

  /** Nothing else is painted where it stands, up to the background that it stands on. */
  function isBare(look: ElementLook, background: string): boolean {
    const box = looks.boxOf(look);
    const around: DomElement[] = [];
    for (let at: ElementLook | null = look; at !== null; at = at.around) {
      around.push(at.element);
      if (writes(at.element, '::before') || writes(at.element, '::after')) return false;
      if (looks.styleOf(at).backgroundColor === background) break;
      if (isBeside(at.element, box)) return false;
    }
    const stack = document.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const below = stack.slice(stack.indexOf(look.element) + 1);
    return below.every((element) => around.includes(element) || element.contains(look.element));
  }

  function writes(element: DomElement, pseudo: string): boolean {
    return getComputedStyle(element, pseudo).content !== 'none';
  }

  /** Whether something beside it reaches under it, or may. */
  function isBeside(element: DomElement, box: DomBox): boolean {
    const beside = element.parentElement?.children;
    if (beside === undefined) return false;
    if (beside.length > maxBeside) return true;
    const place = stacking.placeOf(box);
    const isUnder = (one: DomElement) =>
      stacking.overlaps(stacking.placeOf(one.getBoundingClientRect()), place);
    for (const other of beside) {
      if (other === element) continue;
      const { width, height } = other.getBoundingClientRect();
      if ((width === 0 || height === 0) && other.children.length > 0) return true;
      const inIt = [...other.querySelectorAll(pictures)];
      if (inIt.length > maxBeside || [other, ...inIt].some(isUnder)) return true;
    }
    return false;
  }

  return { begin };
}
