/**
 * Phones for tests, as data. A phone shows recorded hierarchies, one screen at a time; what is done on a screen leads to
 * the next one. Elements are named by an attribute `as` in the hierarchy, which the driver leaves out of what it serves.
 *
 *     const app: ReplayApp = {
 *       appId: 'com.example.app',
 *       start: 'login',
 *       screens: {
 *         login: { source: login, tap: { 'log in': 'home', forgot: { crash: 'java.lang.NullPointerException' } } },
 *         home: { source: home, back: 'login' },
 *       },
 *     };
 *     const appium = await startReplay([{ udid: 'emulator-5554', platform: 'android', app }]);
 *
 * What the driver keeps to, as UiAutomator2 8 and XCUITest 12 do:
 * - without `udid` a session gets the first phone of the platform; a session on a phone ends the one that was there
 * - a `systemPort` (Android) or `wdaLocalPort` (iOS) that another session holds is refused
 * - references to elements are stale once the screen is another
 * - an app that has crashed: its process is gone, Android shows the home screen or the screen that the outcome names, and
 *   WebDriverAgent refuses everything but pictures, unless the app was ended and started by commands before
 * - a real iPhone takes an `.ipa`, and no address whose file name ends in `.zip`
 * - logs, recordings of the screen, `mobile: queryAppState` and what else `driver.mjs` lists
 *
 * Texts that are typed stay in their fields; all else is the graph's.
 */
import { type RunningAppium, startAppium } from '../appium-server.ts';

export interface ReplayPhone {
  udid: string;
  platform: 'android' | 'ios';
  app: ReplayApp;
  /** `deviceName` and `deviceModel` in what a session is granted. */
  name?: string;
  model?: string;
  version?: string;
  /** A real iPhone, not a simulator. */
  isReal?: boolean;
  /** Why no session is given. */
  refuses?: string;
  /** How large its recordings are, or why it makes none. */
  recording?: { bytes: number } | { refused: string };
}

export interface ReplayApp {
  /** The package or the bundle identifier. */
  appId: string;
  start: string;
  screens: Readonly<Record<string, ReplayScreen>>;
  /** Where deep links lead, by how they begin. */
  links?: Readonly<Record<string, Outcome>>;
  /** Its first start ends in a crash. */
  crashesAtStart?: string;
}

export interface ReplayScreen {
  /** As the driver writes it. */
  source: string;
  /** The package or bundle identifier of another app that is in front; the app under test lives on behind it. */
  owner?: string;
  /** By the `as` of the element. */
  tap?: Readonly<Record<string, Outcome>>;
  back?: Outcome;
}

/** The next screen, or more than that. */
export type Outcome =
  | string
  | {
      to?: string;
      /** The app ends with this exception. */
      crash?: string;
      /** Lines for the log of the phone. */
      log?: readonly string[];
    };

export interface RunningReplay extends RunningAppium {
  phones(): Promise<PhoneState[]>;
  /** From now on no session is given on the phone; null: they are again. */
  refuse(udid: string, reason: string | null): Promise<void>;
}

export interface PhoneState {
  udid: string;
  session: string | null;
  screen: string;
  /** As `queryAppState` says it: 1 not running, 3 in the background, 4 in front. */
  appState: number;
  isRecording: boolean;
}

/** An Appium server with these phones. */
export async function startReplay(phones: readonly ReplayPhone[]): Promise<RunningReplay> {
  const appium = await startAppium({ folder: 'replay', package: 'gantry-replay-driver', given: { phones } });
  return {
    ...appium,
    async phones() {
      return (await (await fetch(`${appium.url}/phones`)).json()) as PhoneState[];
    },
    async refuse(udid, reason) {
      const query = reason === null ? '' : `?reason=${encodeURIComponent(reason)}`;
      await fetch(`${appium.url}/phones/${encodeURIComponent(udid)}/refuse${query}`);
    },
  };
}
