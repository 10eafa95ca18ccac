import type { Device } from '../../../src/engine/acting/device.ts';
import { find } from '../../../src/engine/scene/find.ts';
import { screenLines } from '../../../src/engine/scene/painted-text.ts';
import { copyOf } from '../../../src/engine/scene/scene.ts';
import { heldBy } from '../../../src/engine/scene/seeing.ts';
import type { Target } from '../../../src/engine/scene/target.ts';
import { act, never } from '../phones/support.ts';

/** The text of the screen, a line for each block. */
export async function textOn(device: Device): Promise<string> {
  return screenLines(await device.scene(never))
    .map(({ text }) => text)
    .join('\n');
}

/** The things that a target names right now, with what they hold; only those that are seen. */
export async function foundOn(device: Device, target: Target) {
  const scene = await device.scene(never);
  const { matches, isSeen } = find(scene, target);
  return isSeen ? matches.map(({ thing }) => ({ ...copyOf(thing), value: heldBy(scene, thing) })) : [];
}

/** Into the shop. */
export async function signIn(device: Device): Promise<void> {
  await act(device, 'type', { target: { name: 'Username' }, text: 'alice' });
  await act(device, 'type', { target: { name: 'Password' }, text: 'wonderland' });
  await act(device, 'click', { target: { name: 'Sign in', role: 'button' } });
  await act(device, 'wait_for', { text: 'Welcome, alice' });
}
