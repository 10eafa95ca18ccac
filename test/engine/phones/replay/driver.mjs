/** Two drivers for Appium that serve recorded screens as UiAutomator2 and XCUITest do. `graph.ts` says how phones are described. */
import { readFileSync } from 'node:fs';
import { errors } from '@appium/base-driver';
import { serialise } from '../driver/driver-xml.mjs';
import { PhoneDriver } from '../driver/phone-driver.mjs';
import { picture } from '../driver/picture.mjs';
import { createReplayPhone, isField } from './phone.mjs';
import { homeScreens } from './system-screens.mjs';

const { phones: described } = JSON.parse(readFileSync(process.env.GANTRY_TEST_DRIVER, 'utf8'));
const phones = described.map((phone) => createReplayPhone(phone, homeScreens[phone.platform]));
/** Of the server's machine, by the session that holds it. */
const ports = new Map();

class ReplayDriver extends PhoneDriver {
  static newMethodMap = {
    '/session/:sessionId/appium/start_recording_screen': {
      POST: { command: 'startRecordingScreen', payloadParams: { optional: ['options'] } },
    },
    '/session/:sessionId/appium/stop_recording_screen': {
      POST: { command: 'stopRecordingScreen', payloadParams: { optional: ['options'] } },
    },
  };
  scale = 1;
  phone = null;
  scripts = {
    'mobile: queryAppState': (input) => (this.named(input) === this.appId ? this.phone.appState() : 0),
    'mobile: terminateApp': (input) => this.named(input) === this.appId && this.phone.terminate(),
    'mobile: activateApp': (input) => this.named(input) === this.appId && this.phone.activate(),
    'mobile: deepLink': ({ url }) => {
      if (!this.phone.link(url)) throw new errors.UnknownError(`Cannot open '${url}'`);
    },
    'mobile: isKeyboardShown': () => false,
    'mobile: hideKeyboard': () => true,
  };

  static async updateServer(server) {
    await PhoneDriver.updateServer(server);
    server.get('/phones', (_request, response) => {
      response.json(
        phones.map((phone) => ({
          udid: phone.udid,
          session: phone.session?.sessionId ?? null,
          screen: phone.screen,
          appState: phone.appState(),
          isRecording: phone.isRecording,
        })),
      );
    });
    server.get('/phones/:udid/refuse', ({ params, query }, response) => {
      phones.find(({ udid }) => udid === params.udid).refuses = query.reason;
      response.json({});
    });
  }

  get appId() {
    return this.phone?.app.appId;
  }

  async begin(caps) {
    const phone = this.choose(caps);
    if (phone.refuses !== undefined) throw new errors.SessionNotCreatedError(phone.refuses);
    // "Running multiple parallel sessions on the same device is highly discouraged. Terminating the obsolete session."
    await phone.session?.deleteSession();
    this.phone = phone;
    phone.session = this;
    phone.isRecording = false;
    this.takePort(caps[this.portName] ?? this.defaultPort(phone));
    if (caps.app !== undefined) await this.install(caps.app);
    if (caps.clearDeviceLogsOnStart) phone.log.length = 0;
    phone.launch({ isExpected: true });
    return this.granted(phone);
  }

  choose({ udid }) {
    const mine = phones.filter(({ platform }) => platform === this.platform);
    const phone = udid === undefined ? mine.at(0) : mine.find((candidate) => candidate.udid === udid);
    if (phone === undefined) throw new errors.SessionNotCreatedError(this.noSuchPhone(udid));
    return phone;
  }

  takePort(port) {
    if (port === undefined) return;
    if (ports.has(port)) throw new errors.SessionNotCreatedError(this.busyPort(port));
    ports.set(port, this);
  }

  async deleteSession(sessionId) {
    for (const [port, holder] of ports) if (holder === this) ports.delete(port);
    if (this.phone?.session === this) this.phone.session = null;
    await super.deleteSession(sessionId);
  }

  tree() {
    return this.phone.tree();
  }

  async getPageSource() {
    return `<?xml version="1.0" encoding="UTF-8"?>${serialise(withoutMarks(this.tree()))}`;
  }

  async getScreenshot() {
    return picture(390, 844).toString('base64');
  }

  tapped(place, { count }) {
    for (let done = 0; done < count; done += 1) this.phone.tap(place);
  }

  swiped() {}

  remember(node) {
    return super.remember({ node, screen: this.phone.screen, box: node.box });
  }

  element(elementId) {
    const kept = super.element(elementId);
    if (kept.screen !== this.phone.screen) throw new errors.StaleElementReferenceError();
    return kept;
  }

  typeInto({ node }, text, replace) {
    if (!isField(node)) throw new errors.InvalidElementStateError('Cannot set the element to its value');
    this.phone.type(node, text, replace);
  }

  async active() {
    if (this.phone.focused === null) throw new errors.NoSuchElementError();
    return this.remember(this.phone.focused);
  }

  async back() {
    this.phone.back();
  }

  async setOrientation() {}

  async startRecordingScreen() {
    const { recording } = this.phone;
    if (recording?.refused !== undefined) throw new errors.UnknownError(recording.refused);
    this.phone.isRecording = true;
    return '';
  }

  async stopRecordingScreen() {
    if (!this.phone.isRecording) return '';
    this.phone.isRecording = false;
    const video = Buffer.alloc(this.phone.recording?.bytes ?? 4_096);
    video.write('\0\0\0\x18ftypmp42', 'latin1');
    return video.toString('base64');
  }

  named(input) {
    const id = input[this.appIdName];
    if (id === undefined) throw new errors.InvalidArgumentError(`${this.appIdName} is required`);
    return id;
  }
}

export class AndroidDriver extends ReplayDriver {
  platform = 'android';
  appSuffixes = ['.apk', '.apks'];
  appMark = 'AndroidManifest.xml';
  appIdName = 'appId';
  portName = 'systemPort';
  supportedLogTypes = {
    logcat: { description: 'Logs for Android applications', getter: () => entries(this.phone.log) },
  };
  scripts = {
    ...this.scripts,
    'mobile: getCurrentPackage': () => this.phone.owner(),
    'mobile: pressKey': ({ keycode }) => {
      if (keycode === 3) this.phone.goHome();
      if (keycode === 4) this.phone.back();
    },
  };

  /** A free one is taken where none is named. */
  defaultPort() {
    return undefined;
  }

  granted({ udid, app, model = 'Pixel 8', version = '15' }) {
    return {
      udid,
      deviceName: udid,
      deviceUDID: udid,
      deviceModel: model,
      deviceManufacturer: 'Google',
      platformVersion: version,
      appPackage: app.appId,
    };
  }

  noSuchPhone(udid) {
    return udid === undefined
      ? 'Could not find a connected Android device in 20000ms'
      : `Device ${udid} was not in the list of connected devices`;
  }

  busyPort(port) {
    return (
      `UiAutomator2 Server cannot start because the local port #${port} is busy. ` +
      `Make sure the port you provide via 'systemPort' capability is not occupied. ` +
      'This situation might often be a result of an inaccurate sessions management, e.g. ' +
      'old automation sessions on the same device must always be closed before starting new ones.'
    );
  }
}

export class IosDriver extends ReplayDriver {
  platform = 'ios';
  appSuffixes = ['.zip', '.app', '.ipa'];
  appMark = '.app/Info.plist';
  appIdName = 'bundleId';
  portName = 'wdaLocalPort';
  supportedLogTypes = {
    syslog: { description: 'System Logs', getter: () => entries(this.phone.log) },
    crashlog: { description: 'Crash Logs', getter: () => entries(this.phone.crashes) },
  };
  scripts = {
    ...this.scripts,
    'mobile: activeAppInfo': () => ({ bundleId: this.phone.owner(), pid: 4242 }),
    'mobile: pressButton': ({ name }) => {
      if (name === 'home') this.phone.goHome();
    },
    'mobile: alert': () => this.noAlert(),
  };

  defaultPort() {
    return 8100;
  }

  granted({ udid, app, name = 'iPhone 16', version = '18.5' }) {
    return { udid, deviceName: name, platformVersion: version, bundleId: app.appId };
  }

  noSuchPhone(udid) {
    return udid === undefined ? 'No devices are available' : `Unknown device or simulator UDID: '${udid}'`;
  }

  busyPort(port) {
    return `The port #${port} is occupied by an other process. You can either quit that process or select another free port.`;
  }

  async install(app) {
    if (this.phone.isReal && /^https?:/.test(app)) {
      const { headers } = await fetch(app, { headers: { range: 'bytes=0-0' } });
      if (/filename="[^"]+\.zip"/i.test(headers.get('content-disposition') ?? ''))
        throw new errors.SessionNotCreatedError(
          'The remote archive does not contain any valid .ipa applications',
        );
    }
    await super.install(app);
  }

  async getPageSource() {
    this.assertRunning();
    const tree = this.tree();
    const application = tree.tag === 'AppiumAUT' ? tree.children[0] : tree;
    application.attributes.bundleId ??= this.phone.owner();
    return `<?xml version="1.0" encoding="UTF-8"?>${serialise(withoutMarks(tree))}`;
  }

  /** Everything that needs to know which app is in front is refused then. */
  assertRunning() {
    if (this.phone.isAlive || !this.phone.isExpected) return;
    throw new errors.InvalidElementStateError(
      `The application under test with bundle id '${this.appId}' is not running, possibly crashed`,
    );
  }

  async performActions(actions) {
    this.assertRunning();
    return super.performActions(actions);
  }

  async findElOrEls(...given) {
    this.assertRunning();
    return super.findElOrEls(...given);
  }

  async active() {
    this.assertRunning();
    return super.active();
  }

  noAlert() {
    this.assertRunning();
    throw new errors.NoAlertOpenError();
  }

  async getAlertText() {
    this.noAlert();
  }
}

function withoutMarks({ tag, attributes: { as: _mark, ...attributes }, children }) {
  return { tag, attributes, children: children.map(withoutMarks) };
}

function entries(lines) {
  return lines.map((message) => ({ timestamp: Date.now(), level: 'ALL', message }));
}
