/** Two drivers for Appium that behave as UiAutomator2 and XCUITest do on a phone with one app, the shop. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errors } from '@appium/base-driver';
import { androidScale, androidTree } from './android.mjs';
import { serialise } from './driver-xml.mjs';
import { iosTree } from './ios.mjs';
import { androidCommands, iosCommands } from './phone.mjs';
import { PhoneDriver } from './phone-driver.mjs';
import { picture } from './picture.mjs';
import { createShop, keyboardTop } from './shop.mjs';
import { all } from './tree.mjs';

class ShopDriver extends PhoneDriver {
  appId = 'com.example.shop';
  shop = createShop();
  scripts = {
    'mobile: terminateApp': (input) => this.terminate(input),
    'mobile: activateApp': (input) => this.activate(input),
    'mobile: backgroundApp': ({ seconds }) => delay(seconds * 10),
    'mobile: deepLink': ({ url }) => this.shop.act('link', url),
    'mobile: isKeyboardShown': () => this.shop.state.keyboard,
    'mobile: hideKeyboard': () => {
      this.shop.state.keyboard = false;
      return true;
    },
  };

  async begin({ app, autoGrantPermissions, autoLaunch, permissions = '{}', isReal }) {
    if (app !== undefined) await this.install(app);
    const given = Object.values(JSON.parse(permissions));
    const isGranted = autoGrantPermissions || (!isReal && given.some(({ camera }) => camera === 'yes'));
    if (isGranted) this.shop.state.granted.push('camera');
    if (autoLaunch === false) this.shop.act('go', 'home');
    return this.appName;
  }

  async getPageSource() {
    return `<?xml version="1.0" encoding="UTF-8"?>${serialise(this.tree())}`;
  }

  async getScreenshot() {
    const { landscape } = this.shop.state;
    return picture(landscape ? 780 : 390, landscape ? 390 : 780).toString('base64');
  }

  swiped({ from, dx, dy, isHeld }) {
    // What the system asks for lies over the app.
    if (this.isBehindAlert()) return;
    if (!isHeld) return this.shop.act('swipe', { dx, dy });
    const places = [from, { x: from.x + dx, y: from.y + dy }];
    const [dragged, onto] = places.map((place) => hit(this.tree(), place));
    this.shop.act('learn', `Dragged ${dragged?.text ?? dragged?.desc} to ${onto?.text ?? onto?.desc}`);
  }

  tapped(place, { count, isHeld }) {
    if (this.isBehindAlert()) return;
    const widget = this.isKeyboardAt(place) ? null : hit(this.tree(), place);
    for (let done = 0; done < count; done += 1) {
      if (isHeld && widget?.hold) this.shop.act(...widget.hold);
      else if (widget?.tap && widget.disabled !== true) this.shop.act(...widget.tap);
    }
  }

  typeInto({ widget }, text, replace) {
    const { type } = widget ?? {};
    if (type === undefined) throw new errors.InvalidElementStateError('Nothing can be typed into it');
    this.shop.act(type[0], { name: type[1], text, replace, isAtTap: this.typesAtTap });
  }

  async active() {
    const focused = all(this.tree()).find(({ widget }) => widget?.focused);
    if (focused === undefined) throw new errors.NoSuchElementError();
    return this.remember(focused);
  }

  async getAlertText() {
    this.assertAlert();
    const { title, message } = this.shop.state.permission ?? this.shop.state.alert;
    return `${title}\n${message}`;
  }

  async setAlertText(text) {
    this.assertAlert();
    this.shop.state.alertText = text;
  }

  async postAcceptAlert() {
    this.answer(true);
  }

  async postDismissAlert() {
    this.answer(false);
  }

  answer(isAccepted) {
    this.assertAlert();
    const { permission } = this.shop.state;
    if (permission === null) this.shop.act('answer', isAccepted);
    else this.shop.act('permit', permission.buttons.at(isAccepted ? 0 : -1));
  }

  assertAlert() {
    const { alert, permission } = this.shop.state;
    if (alert === null && permission === null) throw new errors.NoAlertOpenError();
  }

  async back() {
    this.shop.act('back');
  }

  async setOrientation(orientation) {
    this.shop.state.landscape = orientation === 'LANDSCAPE';
  }

  terminate(input) {
    if (input[this.appIdName] === undefined)
      throw new errors.InvalidArgumentError(`${this.appIdName} is required`);
    const { granted } = this.shop.state;
    this.shop = createShop();
    this.shop.state.granted = granted;
    this.shop.act('go', 'home');
    return true;
  }

  activate(input) {
    if (input[this.appIdName] === undefined)
      throw new errors.InvalidArgumentError(`${this.appIdName} is required`);
    this.shop.act('go', 'login');
  }
}

export class AndroidDriver extends ShopDriver {
  scale = androidScale;
  appSuffixes = ['.apk', '.apks'];
  appMark = 'AndroidManifest.xml';
  appIdName = 'appId';
  appName = { appPackage: this.appId };
  scripts = {
    ...this.scripts,
    ...boundTo(this, androidCommands),
    'mobile: pressKey': ({ keycode }) => {
      if (keycode === 3) this.shop.act('go', 'home');
      else if (keycode === 4) this.shop.act('back');
      else this.shop.state.toast = `Key ${keycode}`;
    },
  };

  tree() {
    return androidTree(this.shop);
  }

  /** It lies over the app, in a window that the source does not show. */
  isKeyboardAt({ y }) {
    return this.shop.state.keyboard && y >= keyboardTop;
  }

  /** The dialog is in the source, and can be touched. */
  isBehindAlert() {
    return false;
  }
}

export class IosDriver extends ShopDriver {
  scale = 1;
  /** XCUITest taps on the middle of a field before it types. */
  typesAtTap = true;
  appSuffixes = ['.zip', '.app', '.ipa'];
  appMark = '.app/Info.plist';
  appIdName = 'bundleId';
  appName = { bundleId: this.appId };
  scripts = {
    ...this.scripts,
    ...boundTo(this, iosCommands),
    'mobile: pressButton': ({ name }) => {
      if (name === 'home') this.shop.act('go', 'home');
    },
  };

  /** For a real iPhone XCUITest takes an `.ipa`, which it knows by the name of the file alone. */
  async configureApp(app) {
    if (!this.opts.isRealPhone) return super.configureApp(app);
    this.appMark = 'Payload/Shop.app/Info.plist';
    return this.helpers.configureApp(app, { supportedExtensions: ['.ipa'], onDownload: downloadIpa });
  }

  tree() {
    return iosTree(this.shop);
  }

  isKeyboardAt() {
    return false;
  }

  isBehindAlert() {
    return this.shop.state.permission !== null;
  }
}

/** Commands that are given the driver as well as their input. */
function boundTo(driver, commands) {
  return Object.fromEntries(
    Object.entries(commands).map(([name, command]) => [name, (input) => command(input, driver)]),
  );
}

/** The topmost at that place: what comes later lies above. */
function hit(tree, { x, y }) {
  const under = all(tree).filter(({ box, widget }) => {
    if (!box || widget?.tap === undefined) return false;
    const [left, top, width, height] = box;
    return x >= left && x < left + width && y >= top && y < top + height;
  });
  return under.at(-1)?.widget;
}

async function downloadIpa({ headers, stream }) {
  const [, name = 'app.ipa'] =
    /^attachment.*filename="([^"]+)/i.exec(headers['content-disposition'] ?? '') ?? [];
  if (/\.zip$/i.test(name))
    throw new Error('The remote archive does not contain any valid .ipa applications');
  const path = join(await mkdtemp(join(tmpdir(), 'ipa-')), name.replace(/(?:\.ipa)?$/i, '.ipa'));
  await writeFile(path, stream);
  return path;
}
