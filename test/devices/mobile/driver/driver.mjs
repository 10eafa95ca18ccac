/** Two drivers for Appium that behave as UiAutomator2 and XCUITest do on a phone with one app, the shop. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { BaseDriver, errors } from '@appium/base-driver';
import { androidScale, androidTree } from './android.mjs';
import { serialise } from './driver-xml.mjs';
import { iosTree } from './ios.mjs';
import { picture } from './picture.mjs';
import { createShop, keyboardTop } from './shop.mjs';

/** What has happened on this server, for tests to ask after. */
const journal = { opened: 0, open: new Set(), apps: [], commands: [] };
/** Sessions that are kept from opening until they are let in. */
const held = new Set();
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

class ShopDriver extends BaseDriver {
  desiredCapConstraints = {
    app: { isString: true },
    openDelayMs: { isNumber: true },
    isHeld: { isBoolean: true },
    refuseWith: { isString: true },
    bundleId: { isString: true },
    appPackage: { isString: true },
  };
  locatorStrategies = ['accessibility id', 'id', 'xpath', '-android uiautomator'];
  shop = createShop();
  found = new Map();

  static async updateServer(server) {
    server.get('/journal', (_request, response) => {
      response.json({ ...journal, open: [...journal.open], held: held.size });
    });
    server.get('/let-in', (_request, response) => {
      for (const letIn of held) letIn();
      held.clear();
      response.json({});
    });
  }

  async createSession(...given) {
    journal.commands.push('createSession');
    const [sessionId, caps] = await super.createSession(...given);
    try {
      await delay(caps.openDelayMs ?? 0);
      if (caps.isHeld) await new Promise((resolve) => held.add(resolve));
      if (caps.refuseWith !== undefined) throw new errors.SessionNotCreatedError(caps.refuseWith);
      if (caps.app !== undefined) await this.install(caps.app);
    } catch (error) {
      await super.deleteSession();
      throw error;
    }
    journal.opened += 1;
    journal.open.add(sessionId);
    return [sessionId, { ...caps, ...this.appName }];
  }

  async deleteSession(sessionId) {
    journal.open.delete(this.sessionId);
    await super.deleteSession(sessionId);
  }

  async install(app) {
    const path = await this.helpers.configureApp(app, this.appSuffixes);
    const bytes = await readFile(path);
    if (bytes.toString('latin1', 0, 2) !== 'PK' || !bytes.includes(this.appMark)) {
      throw new errors.SessionNotCreatedError(`Bad app: ${path}. There is no ${this.appMark} in it.`);
    }
    journal.apps.push({ app, sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length });
  }

  async executeCommand(command, ...given) {
    journal.commands.push(command);
    return super.executeCommand(command, ...given);
  }

  async getPageSource() {
    return `<?xml version="1.0" encoding="UTF-8"?>${serialise(this.tree())}`;
  }

  async getScreenshot() {
    const { landscape } = this.shop.state;
    return picture(landscape ? 780 : 390, landscape ? 390 : 780).toString('base64');
  }

  async performActions([{ actions }]) {
    const moves = actions
      .filter(({ type }) => type === 'pointerMove')
      .map(({ x, y }) => ({ x: x / this.scale, y: y / this.scale }));
    const downs = actions.filter(({ type }) => type === 'pointerDown').length;
    const heldMs = Math.max(
      0,
      ...actions.filter(({ type }) => type === 'pause').map(({ duration }) => duration),
    );
    const [from, to] = [moves.at(0), moves.at(-1)];
    if (from.x !== to.x || from.y !== to.y) {
      this.shop.act('swipe', { dx: to.x - from.x, dy: to.y - from.y });
      return;
    }
    const widget = this.isKeyboardAt(from) ? null : hit(this.tree(), from);
    for (let count = 0; count < downs; count += 1) {
      if (heldMs >= 500 && widget?.hold) this.shop.act(...widget.hold);
      else if (widget?.tap && widget.disabled !== true) this.shop.act(...widget.tap);
    }
  }

  async findElOrEls(strategy, selector, isMany) {
    const matches = search(this.tree(), strategy, selector);
    const elements = matches.map((node) => {
      const id = `el-${this.found.size + 1}`;
      this.found.set(id, node);
      return { [elementKey]: id };
    });
    if (isMany) return elements;
    if (elements.length === 0) throw new errors.NoSuchElementError();
    return elements[0];
  }

  async setValue(text, elementId) {
    this.typeInto(elementId, Array.isArray(text) ? text.join('') : text, false);
  }

  async clear(elementId) {
    this.typeInto(elementId, '', true);
  }

  typeInto(elementId, text, replace) {
    const node = this.found.get(elementId);
    if (node === undefined) throw new errors.StaleElementReferenceError();
    const { type } = node.widget ?? {};
    if (type === undefined) throw new errors.InvalidElementStateError('Nothing can be typed into it');
    this.shop.act(type[0], { name: type[1], text, replace });
  }

  async active() {
    const id = `el-${this.found.size + 1}`;
    const focused = all(this.tree()).find(({ widget }) => widget?.focused);
    if (focused === undefined) throw new errors.NoSuchElementError();
    this.found.set(id, focused);
    return { [elementKey]: id };
  }

  async getElementRect(elementId) {
    const [x, y, width, height] = this.found.get(elementId).box;
    return { x: x * this.scale, y: y * this.scale, width: width * this.scale, height: height * this.scale };
  }

  async getAlertText() {
    this.assertAlert();
    return `${this.shop.state.alert.title}\n${this.shop.state.alert.message}`;
  }

  async setAlertText(text) {
    this.assertAlert();
    this.shop.state.alertText = text;
  }

  async postAcceptAlert() {
    this.assertAlert();
    this.shop.act('answer', true);
  }

  async postDismissAlert() {
    this.assertAlert();
    this.shop.act('answer', false);
  }

  assertAlert() {
    if (this.shop.state.alert === null) throw new errors.NoAlertOpenError();
  }

  async back() {
    this.shop.act('back');
  }

  async setOrientation(orientation) {
    this.shop.state.landscape = orientation === 'LANDSCAPE';
  }

  async execute(script, [input = {}] = []) {
    journal.commands.push(script);
    const { state } = this.shop;
    if (script === 'mobile: terminateApp') return this.terminate(input);
    if (script === 'mobile: activateApp') return this.activate(input);
    if (script === 'mobile: backgroundApp') return delay(input.seconds * 10);
    if (script === 'mobile: deepLink') return this.shop.act('link', input.url);
    if (script === 'mobile: isKeyboardShown') return state.keyboard;
    if (script === 'mobile: hideKeyboard') {
      state.keyboard = false;
      return true;
    }
    return this.executeOwn(script, input);
  }

  terminate(input) {
    if (input[this.appIdName] === undefined)
      throw new errors.InvalidArgumentError(`${this.appIdName} is required`);
    this.shop = createShop();
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
  appName = { appPackage: 'com.example.shop' };

  tree() {
    return androidTree(this.shop);
  }

  /** It lies over the app, in a window that the source does not show. */
  isKeyboardAt({ y }) {
    return this.shop.state.keyboard && y >= keyboardTop;
  }

  executeOwn(script, { keycode }) {
    if (script !== 'mobile: pressKey') throw new errors.UnknownMethodError(script);
    if (keycode === 3) this.shop.act('go', 'home');
    else if (keycode === 4) this.shop.act('back');
    else this.shop.state.toast = `Key ${keycode}`;
  }
}

export class IosDriver extends ShopDriver {
  scale = 1;
  appSuffixes = ['.zip', '.app', '.ipa'];
  appMark = '.app/Info.plist';
  appIdName = 'bundleId';
  appName = { bundleId: 'com.example.shop' };

  tree() {
    return iosTree(this.shop);
  }

  isKeyboardAt() {
    return false;
  }

  executeOwn(script, { name }) {
    if (script !== 'mobile: pressButton') throw new errors.UnknownMethodError(script);
    if (name === 'home') this.shop.act('go', 'home');
  }
}

function all(node) {
  return [node, ...node.children.flatMap(all)];
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

function search(tree, strategy, selector) {
  if (strategy === 'xpath') return byPath(tree, selector);
  if (strategy === 'accessibility id') return having(tree, ['content-desc', 'name'], selector);
  if (strategy === '-android uiautomator') {
    const id = /^new UiSelector\(\)\.resourceId\("((?:[^"\\]|\\.)*)"\)$/.exec(selector)?.[1];
    if (id === undefined) throw new errors.InvalidSelectorError(selector);
    return having(tree, ['resource-id'], id.replace(/\\(.)/g, '$1'));
  }
  // UiAutomator2 takes an id without a package for one of the app's own.
  const id = /:id\//.test(selector) ? selector : `com.example.shop:id/${selector}`;
  return having(tree, ['resource-id'], id);
}

function having(tree, names, value) {
  return all(tree).filter(({ attributes }) => names.some((name) => attributes[name] === value));
}

/** Index paths: all that a client needs that knows the tree. */
function byPath(tree, path) {
  const steps = path
    .replace(/^\/+/, '')
    .split('/')
    .map((step) => /^(.+)\[(\d+)\]$/.exec(step));
  if (steps.includes(null)) throw new errors.InvalidSelectorError(path);
  const roots = tree.tag === 'AppiumAUT' ? tree.children : [tree];
  let nodes = roots;
  let found = null;
  for (const [, tag, position] of steps) {
    found = nodes.filter((node) => node.tag === tag)[Number(position) - 1] ?? null;
    if (found === null) return [];
    nodes = found.children;
  }
  return [found];
}
