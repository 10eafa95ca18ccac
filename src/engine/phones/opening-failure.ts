import { networkReason } from '../../kernel/network-reason.ts';
import { ExecutionFailure } from '../report.ts';
import type { AppiumServer } from './servers.ts';
import { firstLine, longestMessage, messageOf, WireRefusal } from './wire.ts';

/** Why a phone could not be opened, with a code of its own where it is known what to do about it. */
export function openingFailure(error: unknown, server: AppiumServer, openMs: number): ExecutionFailure {
  const because = { cause: error };
  if (error instanceof WireRefusal) {
    const said = messageOf(error).slice(0, longestMessage);
    const { code, what, advice } = troubles.find(({ pattern }) => pattern.test(said)) ?? unknown;
    const sentences = [`${what.replace('{server}', server.url)}: ${firstLine(error)}`, advice];
    return new ExecutionFailure(code, sentences.filter(Boolean).join(' '), because);
  }
  if (error instanceof Error && error.name === 'TimeoutError') {
    const seconds = Math.round(openMs / 1_000);
    return new ExecutionFailure(
      'NO_DEVICE_SESSION',
      `${server.url} gave no phone within ${seconds} seconds.`,
      because,
    );
  }
  return new ExecutionFailure(
    'APPIUM_UNREACHABLE',
    `The Appium server ${server.url} can't be reached: ${firstLine(networkReason(error))}`,
    because,
  );
}

interface Trouble {
  readonly code: string;
  readonly pattern: RegExp;
  readonly what: string;
  readonly advice?: string;
}

/** In the words of the drivers and of the systems behind them. The first that fits tells: some quote others. */
const troubles: readonly Trouble[] = [
  {
    code: 'APP_NOT_FETCHED',
    pattern: /Cannot (?:download the app from|fetch the application|fetch the remote file)/,
    what: '{server} could not fetch the app',
    advice:
      'It fetches builds from the address in GANTRY_PUBLIC_URL, or from GANTRY_S3_PUBLIC_ENDPOINT if they are stored in S3: set one that this server reaches. If both run on one machine, set GANTRY_APPIUM_APP=file.',
  },
  {
    code: 'APP_NOT_FOR_DEVICE',
    pattern:
      /INSTALL_FAILED_(?:NO_MATCHING_ABIS|CPU_ABI_INCOMPATIBLE|OLDER_SDK|NEWER_SDK|MISSING_FEATURE|MISSING_SHARED_LIBRARY)|(?:Simulator|Real device) architecture is not supported by|does not support the \S+ Simulator architecture|not made for use on this device|DeviceOSVersionTooLow|DeviceNotSupportedByThinning|does not contain any valid \.ipa applications/,
    what: 'The app is not built for this phone',
    advice:
      'Upload a build for its processor, its system version, and its kind: a simulator takes a simulator build, a real iPhone a signed one.',
  },
  {
    code: 'APP_NOT_SIGNED',
    pattern:
      /INSTALL_PARSE_FAILED_(?:NO_CERTIFICATES|INCONSISTENT_CERTIFICATES|CERTIFICATE_ENCODING)|^(?!.*WebDriverAgent).*(?:ApplicationVerificationFailed|A valid provisioning profile|Failed to verify code signature|invalid code signature|not been explicitly trusted)/s,
    what: 'The phone does not accept the signature of the app',
    advice:
      'Sign the build for this phone: an APK with any key, an iPhone app with a profile that lists the phone and a developer whom the phone trusts (Settings, General, VPN & Device Management).',
  },
  {
    code: 'APP_NOT_STARTED',
    pattern:
      /Cannot start the '[^']*' application|never started|doesn't exist or cannot be launched|cannot be launched within|Cannot launch \S+ application|possibly crashed|The permission to start '[^']*' activity has been denied/,
    what: 'The app was installed but did not start',
    advice:
      'Start it on such a phone by hand: it may crash, or open with another activity, which appium:appWaitActivity names.',
  },
  {
    code: 'DEVICE_NOT_PREPARED',
    pattern:
      /WebDriverAgent|xcodebuild failed|Developer [Mm]ode|instrumentation process cannot be initialized|INSTALL_FAILED_USER_RESTRICTED|device (?:is )?unauthorized/,
    what: 'The phone is not ready for tests',
    advice:
      'On an iPhone, sign WebDriverAgent, trust its developer and turn on Developer Mode; on Android, allow USB debugging and installing by USB.',
  },
  {
    code: 'DEVICE_BUSY',
    pattern:
      /local port #\d+ is busy|port #\d+ is occupied|\b(?:devices?|phones?|sessions?|slots?|parallels?|parallel tests)\b.*\b(?:busy|in use|all taken)\b/i,
    what: '{server} has no phone free',
    advice:
      'Give each session a phone and ports of its own (appium:udid, appium:systemPort, appium:wdaLocalPort), or fewer slots.',
  },
  {
    code: 'APP_NOT_INSTALLED',
    pattern:
      /INSTALL_(?:FAILED|PARSE)|\bBad app\b|\b(?:install|unzip|extract|parse)\w*\b.*\b(?:app|application|apk|ipa|bundle|package)\b|\b(?:app|application|apk|bundle)\b.*(?:not exist|not accessible|not installed|not found|can(?:not|'t)|could ?n[o']t|invalid|unsupported|did not have extension|install)/i,
    what: 'The phone did not take the app',
  },
];

const unknown: Omit<Trouble, 'pattern'> = { code: 'NO_DEVICE_SESSION', what: '{server} gave no phone' };
