import { describe, expect, it } from 'vitest';
import { openingFailure } from '../../../src/engine/phones/opening-failure.ts';
import { parseAppiumServers } from '../../../src/engine/phones/servers.ts';
import { WireRefusal } from '../../../src/engine/phones/wire.ts';

const [server] = parseAppiumServers('http://phones.example:4723');
const aroundAdb = (output: string) =>
  `An unknown server-side error occurred while processing the command. Original error: Error executing adbExec. Original error: 'Command '/opt/android/platform-tools/adb -P 5037 -s emulator-5554 install -r /tmp/app.apk' exited with code 1'; Command output: ${output}`;

/** As the drivers, adb, simctl and the device clouds say it. */
const said: Record<string, string[]> = {
  APP_NOT_FETCHED: [
    'Cannot download the app from http://127.0.0.1:4270/storage/apps/1/app.apk?signature=abc: connect ECONNREFUSED 127.0.0.1:4270',
    'Cannot download the app from http://gantry.lan/storage/a.apk: getaddrinfo ENOTFOUND gantry.lan',
    'Cannot download the app from http://gantry.lan/storage/a.apk: Request failed with status code 404',
    'Cannot fetch the application: aborted',
    'Cannot fetch the remote file: socket hang up',
  ],
  APP_NOT_FOR_DEVICE: [
    aroundAdb(
      'adb: failed to install /tmp/app.apk: Failure [INSTALL_FAILED_NO_MATCHING_ABIS: Failed to extract native libraries, res=-113]',
    ),
    aroundAdb(
      'adb: failed to install /tmp/app.apk: Failure [INSTALL_FAILED_OLDER_SDK: Failed parse during installPackageLI: Requires newer sdk version #34 (current version is #28)]',
    ),
    'Simulator architecture is not supported by the com.example.app application. Make sure the correct deployment target has been selected for its compilation in Xcode.',
    'The com.example.app application does not support the arm64 Simulator architecture:\nArchitectures in the fat file: x86_64',
    'The remote archive does not contain any valid .ipa applications',
  ],
  APP_NOT_SIGNED: [
    aroundAdb(
      'adb: failed to install /tmp/app.apk: Failure [INSTALL_PARSE_FAILED_NO_CERTIFICATES: Failed to collect certificates from /data/app/base.apk]',
    ),
    `Error installing app '/tmp/Example.app': Unexpected data: {"Error":"ApplicationVerificationFailed","ErrorDetail":-402620395,"ErrorDescription":"Failed to verify code signature of /tmp/Example.app : 0xe8008015 (A valid provisioning profile for this executable was not found.)"}`,
    'Unable to launch com.example.app because it has an invalid code signature, inadequate entitlements or its profile has not been explicitly trusted by the user.',
  ],
  APP_NOT_STARTED: [
    "Cannot start the 'com.example.app' application. Consider checking the driver's troubleshooting documentation. Original error: 'com.example.app.MainActivity' never started. Consider checking the driver's troubleshooting documentation.",
    "Unable to start WebDriverAgent session. Original error: The application 'com.example.app' cannot be launched within 60 seconds timeout",
    'Unable to start WebDriverAgent session. Original error: Cannot launch com.example.app application. Make sure the correct bundle identifier has been provided in capabilities and check the device log for possible crash report occurrences',
  ],
  DEVICE_NOT_PREPARED: [
    'Unable to launch WebDriverAgent. Original error: xcodebuild failed with code 65. This usually indicates an issue with the local Xcode setup or WebDriverAgent project configuration or the driver-to-platform version mismatch.',
    `Unable to launch WebDriverAgent. Original error: {"Error":"ApplicationVerificationFailed"} (A valid provisioning profile for this executable was not found.)`,
    "The instrumentation process cannot be initialized within 30000ms timeout. Make sure the application under test does not crash and investigate the logcat output. You could also try to increase the value of 'uiautomator2ServerLaunchTimeout' capability",
  ],
  DEVICE_BUSY: [
    "UiAutomator2 Server cannot start because the local port #8200 is busy. Make sure the port you provide via 'systemPort' capability is not occupied.",
    'The port #8100 is occupied by an other process. You can either quit that process or select another free port.',
    'All parallel tests are currently in use, including the queued tests. Please wait to finish or upgrade your plan to add more sessions.',
  ],
  APP_NOT_INSTALLED: [
    aroundAdb(
      'adb: failed to install /tmp/app.apk: Failure [INSTALL_FAILED_INSUFFICIENT_STORAGE: Failed to override installation location]',
    ),
    "The application at '/no/such/file.apk' does not exist or is not accessible",
    "New app path '/tmp/app.txt' did not have extensions: .apk,.apks",
  ],
  NO_DEVICE_SESSION: [
    'Device emulator-5556 was not in the list of connected devices',
    'Could not find a connected Android device in 20000ms',
    "Unknown device or simulator UDID: '00008030'",
  ],
};

function failureOf(text: string) {
  if (server === undefined) throw new TypeError('no server');
  return openingFailure(new WireRefusal(text), server, 1_000);
}

describe('a phone that can not be opened says why', () => {
  for (const [code, texts] of Object.entries(said)) {
    it.each(texts)(`${code}: %s`, (text) => {
      const { code: told, message } = failureOf(text);
      expect(told).toBe(code);
      expect(message).toMatch(/[.!?]$/);
    });
  }

  it('and what to do, without the signature of an address', () => {
    const [text = ''] = said.APP_NOT_FETCHED ?? [];
    const { message } = failureOf(text);
    expect(message).toContain('GANTRY_PUBLIC_URL');
    expect(message).toContain('http://127.0.0.1:4270/storage/apps/1/app.apk: connect ECONNREFUSED');
    expect(message).not.toContain('signature');
  });
});
