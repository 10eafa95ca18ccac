import type { Platform } from '../../devices/device.ts';
import type { Target } from '../../scene/target.ts';
import type { StepType } from '../pilot.ts';
import type { Check } from './check.ts';

/** What a sentence asks for, with its texts filled in. */
export type Instruction =
  | { kind: 'open'; address: string | null }
  | { kind: 'perform'; action: string; input: Record<string, unknown>; takesMs?: number }
  | { kind: 'check'; check: Check; timeoutMs?: number }
  | { kind: 'rest' }
  | { kind: 'screenshot'; name: string | null };

/** What was found in the places of a sentence: the n-th of its kind, so that the order of words does not matter. */
export interface Places {
  text(nth?: number): string;
  texts(): string[];
  /** The thing that the sentence is about, or the n-th of several. */
  target(nth?: number): Target;
  /** What that lies in. */
  place(): Target;
  count(): number;
  seconds(): number;
  ordinal(): number;
  /** Empty where the sentence has none. */
  word(kind: 'direction' | 'edge' | 'key' | 'orientation' | 'address' | 'file'): string;
}

/** One way to say a step. */
export interface Shape {
  /** Cucumber expressions on the canonical wording of a sentence; see `phrase.ts`. */
  expressions: readonly string[];
  type: StepType;
  platforms: readonly Platform[];
  /** The first is the one that is offered to whoever was not understood. */
  examples: readonly [string, ...string[]];
  description: string;
  build(places: Places): Instruction;
}

export const everywhere: readonly Platform[] = ['web', 'ios', 'android'];
export const onWeb: readonly Platform[] = ['web'];
export const onPhones: readonly Platform[] = ['ios', 'android'];

/** A sentence has a known shape and asks for what is not done; the message says why. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

export function perform(
  action: string,
  input: Record<string, unknown> = {},
): Extract<Instruction, { kind: 'perform' }> {
  return { kind: 'perform', action, input };
}

export function atMost(seconds: number, longest: number): number {
  if (seconds <= longest) return seconds;
  throw new Refused(`It takes at most ${longest} seconds.`);
}
