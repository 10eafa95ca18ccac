import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { DeviceApp } from '../../engine/acting/device.ts';
import type { BrowserProgram } from '../../engine/browser/program/launch.ts';
import type { ModelLimits } from '../../engine/model/budget.ts';
import type { ModelOptions } from '../../engine/model/provider.ts';
import type { CloudPhone } from '../../engine/phones/clouds/cloud.ts';
import type { AppiumCapabilities, AppiumServer } from '../../engine/phones/servers.ts';
import { Finding, PictureId, phoneFileKinds, Step } from '../../engine/report.ts';
import type { PhoneSettings, Task } from '../../engine/task.ts';
import type { Account } from '../../kernel/account.ts';
import type { LogLevel } from '../../kernel/log.ts';
import type { OutboundPolicy } from '../../kernel/outbound/address.ts';
import { oneOf } from '../../kernel/schema.ts';

/** Whether a browser may be started without its own sandbox: never, where the kernel refuses it, or always. */
export type SandboxMode = 'required' | 'preferred' | 'off';

/** The code of a slot whose browser may not be started without the sandbox that the kernel refuses. */
export const noSandbox = 'NO_SANDBOX';

export type SlotDevice =
  | { readonly kind: 'web'; readonly program: BrowserProgram; readonly sandbox: SandboxMode }
  | {
      readonly kind: 'phone';
      readonly server: AppiumServer;
      readonly capabilities: AppiumCapabilities;
      readonly cloud: CloudPhone | null;
    };

/** Everything that a slot gets at its start. */
export interface SlotSettings {
  /** The account that the slot changes to before it does anything; null: it stays what it is. */
  readonly account: Account | null;
  /** Everything that it writes goes there. */
  readonly folder: string;
  readonly device: SlotDevice;
  readonly policy: OutboundPolicy;
  readonly stepTimeoutMs: number;
  readonly assertTimeoutMs: number;
  readonly model: { readonly options: ModelOptions; readonly limits: ModelLimits } | null;
  readonly logLevel: LogLevel;
}

/** To the slot. It has one run at a time. */
export type ToSlot =
  | { readonly type: 'start'; readonly settings: SlotSettings }
  | {
      readonly type: 'run';
      readonly name: string;
      readonly task: Task;
      readonly app: DeviceApp | null;
      readonly allowedHosts: readonly string[] | null;
      readonly phone: PhoneSettings | null;
    }
  | { readonly type: 'stop' }
  /** Somebody looks at the run. */
  | { readonly type: 'look' }
  /** The answer to a file of the run; null: it could not be kept. */
  | { readonly type: 'kept'; readonly call: number; readonly address: string | null }
  /** The answer to `baseline`; without `isKnown` it could not be looked up. */
  | {
      readonly type: 'baseline';
      readonly call: number;
      readonly isKnown: boolean;
      readonly bytes: Uint8Array | null;
    };

const text = Type.String();
const textOrNull = Type.Union([text, Type.Null()]);
const Bytes = Type.Unsafe<Uint8Array>({});

/** Why a run ended; `fault` is one of the service's own, for its log. */
const RunOutcome = Type.Union([
  Type.Object({ kind: Type.Literal('done') }),
  Type.Object({ kind: Type.Literal('failure'), code: text, message: text }),
  Type.Object({ kind: Type.Literal('fault'), cause: text }),
]);
export type RunOutcome = Static<typeof RunOutcome>;

/** From the slot: untrusted, since it has read pages. A run ends with exactly one `ended`, and `ready` follows it. */
const FromSlot = Type.Union([
  Type.Object({ type: Type.Literal('alive') }),
  Type.Object({ type: Type.Literal('started'), version: text, isSandboxed: Type.Boolean() }),
  Type.Object({ type: Type.Literal('unfit'), code: text, message: text }),
  Type.Object({ type: Type.Literal('ready') }),
  Type.Object({
    type: Type.Literal('describe'),
    about: Type.Object({ featureName: Type.Optional(text), description: Type.Optional(text) }),
  }),
  Type.Object({ type: Type.Literal('step'), step: Step }),
  Type.Object({ type: Type.Literal('finding'), finding: Finding }),
  Type.Object({ type: Type.Literal('screenshot'), call: Type.Integer(), bytes: Bytes }),
  Type.Object({ type: Type.Literal('scene'), call: Type.Integer(), bytes: Bytes }),
  Type.Object({ type: Type.Literal('baseline'), call: Type.Integer(), picture: PictureId }),
  Type.Object({
    type: Type.Literal('proposal'),
    call: Type.Integer(),
    picture: PictureId,
    bytes: Bytes,
    difference: Type.Union([
      Type.Object({ bytes: Bytes, pixels: Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }) }),
      Type.Null(),
    ]),
  }),
  Type.Object({ type: Type.Literal('trace'), call: Type.Integer(), bytes: Bytes }),
  Type.Object({
    type: Type.Literal('file'),
    call: Type.Integer(),
    kind: oneOf(phoneFileKinds),
    bytes: Bytes,
  }),
  Type.Object({
    type: Type.Literal('device'),
    details: Type.Object({
      name: textOrNull,
      model: textOrNull,
      version: textOrNull,
      sessionUrl: textOrNull,
    }),
  }),
  Type.Object({ type: Type.Literal('screen'), bytes: Bytes }),
  /** Of a phone that is open for the run; null: of none any more. */
  Type.Object({ type: Type.Literal('session'), sessionId: Type.Union([text, Type.Null()]) }),
  Type.Object({ type: Type.Literal('ended'), outcome: RunOutcome }),
  Type.Object({ type: Type.Literal('log'), line: text }),
]);
export type FromSlot = Static<typeof FromSlot>;

const compiled = Compile(FromSlot);

/** Null for what is no message of a slot. */
export function readMessage(message: unknown): FromSlot | null {
  if (!compiled.Check(message)) return null;
  if ('bytes' in message && !(message.bytes instanceof Uint8Array)) return null;
  if (message.type === 'proposal' && message.difference !== null)
    return message.difference.bytes instanceof Uint8Array ? message : null;
  return message;
}
