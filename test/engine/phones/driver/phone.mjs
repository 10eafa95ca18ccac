/** What both drivers do with the phone itself, and the app learns of. */
import { errors } from '@appium/base-driver';

const requested = [
  'android.permission.CAMERA',
  'android.permission.POST_NOTIFICATIONS',
  'android.permission.ACCESS_FINE_LOCATION',
  'android.permission.INTERNET',
];

/** Commands of UiAutomator2 and of appium-android-driver. */
export const androidCommands = {
  'mobile: getPermissions': ({ type }, { shop }) => (type === 'granted' ? shop.state.granted : requested),
  'mobile: changePermissions'({ permissions, appPackage }, { shop }) {
    if (appPackage === undefined)
      throw new errors.InvalidArgumentError('A valid appPackage must be provided');
    const names = [permissions].flat();
    const unknown = names.find((name) => !requested.includes(name));
    // As `pm grant` says it.
    if (unknown !== undefined)
      throw new Error(`Package ${appPackage} has not requested permission ${unknown}`);
    if (names.includes('android.permission.CAMERA')) shop.state.granted.push('camera');
  },
  'mobile: performEditorAction': ({ action }, { shop }) =>
    shop.act('learn', `The keyboard's action was ${action} on ${shop.state.query}`),
  'mobile: setGeolocation': ({ latitude, longitude }, { shop }) =>
    shop.act('learn', `It is at ${latitude}, ${longitude}`),
  'mobile: resetGeolocation': () => undefined,
  'mobile: getConnectivity': () => ({ wifi: true, data: false, airplaneMode: false }),
  'mobile: setConnectivity': (given, { shop }) => shop.act('learn', `Network ${JSON.stringify(given)}`),
  'mobile: fingerprint'({ fingerprintId }, { shop, opts }) {
    if (opts.isReal) throw new Error('fingerprint is only available for emulators');
    shop.act('learn', `Finger ${fingerprintId} was scanned`);
  },
  'mobile: pushFile': pushFile,
  'mobile: pinchOpenGesture': (area, { shop }) => shop.act('learn', zoomed('open', area)),
  'mobile: pinchCloseGesture': (area, { shop }) => shop.act('learn', zoomed('close', area)),
};

/** Commands of XCUITest. */
export const iosCommands = {
  'mobile: alert'({ action, buttonLabel }, driver) {
    const { state } = driver.shop;
    driver.assertAlert();
    const { permission, alert } = state;
    const buttons = permission?.buttons ?? [alert.dismiss, alert.accept];
    if (action === 'getButtons') return buttons;
    if (!buttons.includes(buttonLabel)) throw new Error(`Failed to find button with label '${buttonLabel}'`);
    if (permission !== null) driver.shop.act('permit', buttonLabel);
    else driver.shop.act('answer', buttonLabel === alert.accept);
  },
  'mobile: deviceInfo': (_input, { opts }) => ({ isSimulator: !opts.isReal }),
  'mobile: setSimulatedLocation': ({ latitude, longitude }, { shop }) =>
    shop.act('learn', `It is at ${latitude}, ${longitude}`),
  'mobile: resetSimulatedLocation': () => undefined,
  'mobile: enrollBiometric'({ isEnabled }, driver) {
    assertSimulator(driver, 'Biometric enrollment');
    driver.isEnrolled = isEnabled;
  },
  'mobile: sendBiometricMatch'({ type, match }, driver) {
    assertSimulator(driver, 'Sending biometric match');
    if (!driver.isEnrolled) throw new Error('no biometric feature is enrolled');
    driver.shop.act('learn', `${type} ${match ? 'matches' : 'does not match'}`);
  },
  'mobile: pushFile': pushFile,
  'mobile: pinch': ({ scale, velocity, elementId }, { shop, found }) =>
    shop.act('learn', `Pinched ${found.get(elementId)?.attributes.name ?? 'the app'} ${scale} ${velocity}`),
};

function pushFile({ remotePath, payload }, { shop }) {
  const bytes = Buffer.from(payload, 'base64');
  shop.act('learn', `File ${remotePath} begins with ${bytes.toString('latin1', 0, 4).trim()}`);
}

function zoomed(way, { left, top, width, height, percent }) {
  return `Pinched ${way} ${[left, top, width, height].map(Math.round).join(' ')} ${percent}`;
}

function assertSimulator({ opts }, what) {
  if (opts.isReal) throw new Error(`${what} can only be performed on Simulator`);
}
