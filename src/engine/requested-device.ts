import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../kernel/schema.ts';
import type { PhoneSettings } from './task.ts';

export const deviceLabel = { minLength: 1, maxLength: 50, pattern: '^[\\w.:-]+$' };
export const deviceVersion = { maxLength: 20, pattern: '^\\d+(?:\\.\\d+){0,3}$' };

/** What a run wants of the phone that it takes place on. */
const RequestedDevice = Type.Object(
  {
    platform: Type.Optional(oneOf(['ios', 'android'], { description: 'Must be that of the app' })),
    version: Type.Optional(
      Type.String({
        ...deviceVersion,
        description: 'Version of its system; `17` stands for 17, 17.1 and every other one of it',
        examples: ['17', '15.1'],
      }),
    ),
    labels: Type.Optional(
      Type.Array(Type.String({ ...deviceLabel, examples: ['lab', 'tablet'] }), {
        maxItems: 20,
        description: 'Labels that it has in the list of devices, all of them',
      }),
    ),
    permissions: Type.Optional(
      Type.Array(
        Type.String({ minLength: 1, maxLength: 100, pattern: '^[\\w.-]+$', examples: ['camera', 'all'] }),
        {
          maxItems: 50,
          description:
            'Granted to the app before it starts, such as `camera`; `all` where the system has that',
        },
      ),
    ),
    locale: Type.Optional(
      Type.String({ pattern: '^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,2}$', examples: ['de-DE'] }),
    ),
    timeZone: Type.Optional(Type.String({ format: 'time-zone', maxLength: 60, examples: ['Europe/Berlin'] })),
  },
  // Elsewhere an unknown member gets a warning; with a misspelt wish the run would take any phone.
  { title: 'RequestedDevice', additionalProperties: false },
);
export type RequestedDevice = Static<typeof RequestedDevice>;

export function nullableDevice(description: string) {
  return nullable.record(RequestedDevice, { description });
}

/** Each member from the first that has it; null where nothing is asked for. */
export function mergeRequests(
  ...requests: ReadonlyArray<RequestedDevice | null | undefined>
): RequestedDevice | null {
  const merged = Object.assign({}, ...requests.toReversed());
  return Object.keys(merged).length === 0 ? null : merged;
}

/** What a run, a test or a group wants of a phone. */
export function requestOf({ device }: { device: unknown }): RequestedDevice | null {
  // The column holds only what the schema of the API let in.
  return device as RequestedDevice | null;
}

/** What it says of the phone itself, not of which one; null where that is nothing. */
export function settingsOf(device: RequestedDevice | null): PhoneSettings | null {
  const { permissions = [], locale = null, timeZone = null } = device ?? {};
  return permissions.length === 0 && locale === null && timeZone === null
    ? null
    : { permissions, locale, timeZone };
}

const systems = { ios: 'iOS', android: 'Android' };

/** `an Android device with version 15 and the labels lab, fast` */
export function describeRequest(
  platform: 'ios' | 'android',
  { version, labels = [] }: RequestedDevice,
): string {
  const wishes = [
    ...(version === undefined ? [] : [`version ${version}`]),
    ...(labels.length === 0 ? [] : [`the ${labels.length === 1 ? 'label' : 'labels'} ${labels.join(', ')}`]),
  ];
  return `an ${systems[platform]} device${wishes.length === 0 ? '' : ` with ${wishes.join(' and ')}`}`;
}
