import type { DomAnimation, DomDocument, DomElement } from './dom.ts';

declare const document: DomDocument;

export type Motion = ReturnType<typeof createMotion>;

/** What on a page moves at the moment. Runs in the page, as text: it may use nothing from outside itself. */
export function createMotion() {
  const longestMs = 1_000;
  const moving = /^(height|width|max-|min-|opacity|transform|translate|top|left|right|bottom|margin|grid-)/;

  /** How long what changes its size, its place or its opacity still does so; what takes longer is not waited for. */
  function movesForMs(): number {
    let longest = 0;
    for (const animation of document.getAnimations()) {
      if (!moving.test(animation.transitionProperty ?? '') || animation.playState !== 'running') continue;
      const leftMs = endOf(animation) - Number(animation.currentTime ?? 0);
      if (leftMs <= longestMs) longest = Math.max(longest, leftMs);
    }
    return Math.ceil(longest);
  }

  /** What fades or shrinks away, and is soon not to be seen: nobody would say of it that it is there. */
  function leaving(): ReadonlySet<DomElement> {
    const found = new Set<DomElement>();
    for (const animation of document.getAnimations()) {
      const { effect, playState, transitionProperty } = animation;
      const target = effect?.target;
      if (effect == null || target == null || effect.pseudoElement != null) continue;
      if (playState !== 'running' || endOf(animation) > longestMs) continue;
      // An animation of another kind may give back what it has taken.
      const isForGood =
        transitionProperty !== undefined || /^(forwards|both)$/.test(effect.getComputedTiming().fill ?? '');
      if (isForGood && isNothing(effect.getKeyframes().at(-1))) found.add(target);
    }
    return found;
  }

  function isNothing(last: Readonly<Record<string, unknown>> | undefined): boolean {
    const { opacity, height, maxHeight } = last ?? {};
    return (opacity !== undefined && Number(opacity) < 0.02) || height === '0px' || maxHeight === '0px';
  }

  function endOf({ effect }: DomAnimation): number {
    return Number(effect?.getComputedTiming().endTime);
  }

  return { movesForMs, leaving };
}
