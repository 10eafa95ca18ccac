import { type Static, type TSchema, Type } from 'typebox';
import type { DeviceApp } from '../../engine/acting/device.ts';
import type { BrowserProgram } from '../../engine/browser/program/launch.ts';
import type { ModelLimits } from '../../engine/model/budget.ts';
import type { ModelOptions } from '../../engine/model/provider.ts';
import type { CloudPhone } from '../../engine/phones/clouds/cloud.ts';
import type { AppiumCapabilities, AppiumServer } from '../../engine/phones/servers.ts';
import { Finding, PictureId, phoneFileKinds, type RunReport, Step } from '../../engine/report.ts';
import type { PhoneSettings, Task } from '../../engine/task.ts';
import type { Account } from '../../kernel/account.ts';
import type { LogLevel } from '../../kernel/log.ts';
import type { OutboundPolicy } from '../../kernel/outbound/address.ts';
import { oneOf } from '../../kernel/schema.ts';
import { faultIn } from '../../kernel/schema-fault.ts';

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

/** A run as a slot gets it: plain data. */
export interface SlotRun {
  /** What it is called where its device shows it. */
  readonly name: string;
  readonly task: Task;
  readonly app: DeviceApp | null;
  readonly allowedHosts: readonly string[] | null;
  /** How the phone is set up for it. */
  readonly phone: PhoneSettings | null;
}

/** The answer to a question of the slot; false: it could not be done. */
export interface Answer {
  readonly type: 'answer';
  readonly question: number;
  readonly isDone: boolean;
  readonly value: unknown;
}

/** To the slot. It has one run at a time. */
export type ToSlot =
  | { readonly type: 'start'; readonly settings: SlotSettings }
  | { readonly type: 'run'; readonly run: SlotRun }
  | { readonly type: 'stop' }
  /** Somebody looks at the run. */
  | { readonly type: 'look' }
  | Answer;

const text = Type.String();
const textOrNull = Type.Union([text, Type.Null()]);
const Bytes = Type.Refine(Type.Unsafe<Buffer>({}), (value) => value instanceof Buffer);

/** `version` is that of the browser, or of what else the slot works with. */
const Started = Type.Object({ version: text, isSandboxed: Type.Boolean() });
export type Started = Static<typeof Started>;

/** Why a run ended; `fault` is one of the service's own, for its log. */
const RunOutcome = Type.Union([
  Type.Object({ kind: Type.Literal('done') }),
  Type.Object({ kind: Type.Literal('failure'), code: text, message: text }),
  Type.Object({ kind: Type.Literal('fault'), cause: text }),
]);
export type RunOutcome = Static<typeof RunOutcome>;

/** What a slot says of itself, with what. */
const ofSlot = {
  alive: given(),
  started: given(Started),
  /** It has no device. */
  unfit: given(Type.Object({ code: text, message: text })),
  ready: given(),
  /** Of a phone that is open for the run; null: of none any more. */
  session: given(textOrNull),
  /** A line of its own log. */
  log: given(text),
};

/** And of its run, which ends with exactly one `ended`; `ready` follows it. */
const ofRun = {
  /** What is on the screen now, as a JPEG. */
  screen: given(Bytes),
  ended: given(RunOutcome),
};

/** The part of a report that nobody answers, */
const told = {
  describe: given(Type.Object({ featureName: Type.Optional(text), description: Type.Optional(text) })),
  step: given(Step),
  finding: given(Finding),
  device: given(
    Type.Object({ name: textOrNull, model: textOrNull, version: textOrNull, sessionUrl: textOrNull }),
  ),
};

/** and the part that is answered. */
const asked = {
  screenshot: given(Bytes),
  scene: given(Bytes),
  trace: given(Bytes),
  file: given(oneOf(phoneFileKinds), Bytes),
  baseline: given(PictureId),
  propose: given(
    Type.Object({
      picture: PictureId,
      png: Bytes,
      difference: Type.Union([
        Type.Object({ png: Bytes, pixels: Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }) }),
        Type.Null(),
      ]),
    }),
  ),
};

type Asked = {
  [Method in keyof RunReport]: ReturnType<RunReport[Method]> extends Promise<unknown> ? Method : never;
}[keyof RunReport];
type Given<Method extends keyof RunReport> = {
  readonly [Name in Method]: (args: unknown) => args is Parameters<RunReport[Name]>;
};
type Methods<Table> = {
  [Name in keyof Table]: Table[Name] extends (args: unknown) => args is infer Args
    ? (...args: Extract<Args, unknown[]>) => void
    : never;
};

export type SlotNews = Methods<typeof ofSlot>;
export type RunNews = Methods<typeof ofRun> & RunReport;
export type SlotMethods = SlotNews & RunNews;

/** What a slot tells, or asks for: then its question has a number. */
export interface SlotCall {
  readonly method: keyof SlotMethods;
  readonly question: number | null;
  readonly args: readonly unknown[];
}

// Not where they are declared: to infer them from what they must be would cost tsc a million types.
export const toldMethods = Object.keys(told satisfies Given<Exclude<keyof RunReport, Asked>>) as Array<
  keyof typeof told
>;
export const askedMethods = Object.keys(asked satisfies Given<Asked>) as Asked[];

/** Whether these are the arguments of a method. */
function given<Types extends TSchema[]>(...types: Types) {
  const schema: TSchema = Type.Tuple(types);
  return (args: unknown): args is { [Index in keyof Types]: Static<Types[Index]> } =>
    faultIn(schema, args) === null;
}

const unanswered = { ...ofSlot, ...ofRun, ...told };

/** From the slot: untrusted, since it has read pages. Null for what is no call of a slot. */
export function readCall(message: unknown): SlotCall | null {
  if (typeof message !== 'object' || message === null) return null;
  const { method, question, args } = message as Partial<SlotCall>;
  const methods: Readonly<Record<string, (args: unknown) => boolean>> =
    question === null ? unanswered : asked;
  if (question !== null && !Number.isSafeInteger(question)) return null;
  const isCall = typeof method === 'string' && Object.hasOwn(methods, method) && methods[method]?.(args);
  return isCall ? (message as SlotCall) : null;
}
