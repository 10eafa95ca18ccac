import type { Hand } from './support.ts';

/** What the field "It" holds, and acts on it. */
export const held = async (hand: Hand) => (await hand.find({ role: 'field', name: 'It' }))[0]?.value;
export const append = (hand: Hand, text: string) =>
  hand.act('type', { target: { name: 'It' }, text, replace: false });
export const type = (hand: Hand, text: string) => hand.act('type', { target: { name: 'It' }, text });
export const clear = (hand: Hand) => hand.act('clear', { target: { name: 'It' } });
