import { faultIn } from '../../kernel/schema-fault.ts';
import { ExecutionFailure } from '../report.ts';
import type { Platform } from '../task.ts';
import { type ActionName, type ActionOf, actionOf, type DeviceKind, type InputOf } from './catalogue.ts';
import { ActionFailed, type Device, type Limits, type OfferedAction } from './device.ts';

/** What a kind of device has to bring: for each action that it takes, the way to perform it. */
export type Performers<Kind extends DeviceKind> = {
  readonly [Name in ActionOf<Kind>]: (input: InputOf<Kind, Name>, limits: Limits) => Promise<string>;
};

/** Offers the actions that there is a way to perform, and performs one where its input has the right form. */
export function performing(
  platform: Platform,
  performers: { readonly [Name in ActionName]?: (input: never, limits: Limits) => Promise<string> },
): Pick<Device, 'actions' | 'perform'> {
  const kind = platform === 'web' ? 'web' : 'phone';
  const offered = (Object.keys(performers) as ActionName[]).flatMap((name): OfferedAction[] => {
    const { [kind]: form, descriptionOnIos } = actionOf(name);
    if (form === undefined) return [];
    const description = platform === 'ios' ? (descriptionOnIos ?? form.description) : form.description;
    return [{ name, description, parameters: form.parameters }];
  });
  return {
    actions: offered,
    async perform(name, input, limits) {
      const parameters = actionOf(name)[kind]?.parameters;
      const performer = performers[name];
      if (parameters === undefined || performer === undefined)
        throw new ExecutionFailure(
          'STEP_NOT_UNDERSTOOD',
          `The device of this run does not support "${name}".`,
        );
      const fault = faultIn(parameters, input);
      if (fault !== null) throw new ActionFailed(`The action "${name}" got invalid input: ${fault}.`);
      return performer(input as never, limits);
    },
  };
}
