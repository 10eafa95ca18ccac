import { ActionFailed, type Limits } from '../acting/device.ts';
import { capital } from '../scene/wording.ts';
import { locatorOf } from './element-locator.ts';
import type { PhoneView } from './phone-view.ts';
import type { FoundElement } from './seek.ts';
import type { WebDriver } from './webdriver.ts';

export type Element = Pick<FoundElement, 'tree' | 'node' | 'words'>;

/** Typing needs the element itself: a tap may leave the focus where it was, and the text would go elsewhere. */
export async function onElement(
  view: PhoneView,
  { tree, node, words }: Element,
  limits: Limits,
  work: (client: WebDriver, elementId: string) => Promise<void>,
): Promise<void> {
  const { using, value } = locatorOf(node, tree);
  await view.session.call(limits.signal, async (client) => {
    const id = await client.findElement(using, value);
    if (id !== null) return work(client, id);
    throw new ActionFailed(`${capital(words)} disappeared before it could be used.`);
  });
}
