import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { ActionFailed, type DeviceAction, type Limits } from './device.ts';

/** An action whose input is checked before it is performed. */
export function defineAction<Parameters extends TSchema>(action: {
  name: string;
  description: string;
  parameters: Parameters;
  perform(input: Static<Parameters>, limits: Limits): Promise<string>;
}): DeviceAction {
  const { name, description, parameters, perform } = action;
  const schema = Compile(parameters);
  return {
    name,
    description,
    parameters,
    async perform(input, limits) {
      if (schema.Check(input)) return perform(input as Static<Parameters>, limits);
      const [fault] = schema.Errors(input);
      const place = fault?.instancePath ? `${fault.instancePath.slice(1)}: ` : '';
      throw new ActionFailed(`The action "${name}" got invalid input: ${place}${fault?.message}.`);
    },
  };
}
