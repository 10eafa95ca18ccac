/** What drivers for tests have in common: their journal, sessions, the app that they take, elements and gestures. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { BaseDriver, errors } from '@appium/base-driver';
import { search } from './tree.mjs';

/** What has happened on this server, for tests to ask after. */
export const journal = {
  opened: 0,
  open: new Set(),
  apps: [],
  commands: [],
  times: [],
  ended: [],
  clouds: [],
  capabilities: {},
};

function note(command) {
  journal.commands.push(command);
  journal.times.push(performance.now());
}

/** Sessions that are kept from opening until they are let in. */
const held = new Set();
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** Its subclasses say `tree`, `scale`, `appSuffixes`, `appMark` and `appId`, and what a session begins with: `begin`. */
export class PhoneDriver extends BaseDriver {
  desiredCapConstraints = {
    app: { isString: true },
    openDelayMs: { isNumber: true },
    isHeld: { isBoolean: true },
    refuseWith: { isString: true },
    bundleId: { isString: true },
    isRealPhone: { isBoolean: true },
    appPackage: { isString: true },
    autoLaunch: { isBoolean: true },
    autoGrantPermissions: { isBoolean: true },
    permissions: { isString: true },
    language: { isString: true },
    locale: { isString: true },
    localeScript: { isString: true },
    timeZone: { isString: true },
    appTimeZone: { isString: true },
    /** It can't do what only an emulator or simulator can; `isRealPhone` is about the app that it takes. */
    isReal: { isBoolean: true },
  };
  locatorStrategies = ['accessibility id', 'id', 'xpath'];
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
    note('createSession');
    const [sessionId, caps] = await super.createSession(...given);
    let granted;
    try {
      await delay(caps.openDelayMs ?? 0);
      if (caps.isHeld) await new Promise((resolve) => held.add(resolve));
      if (caps.refuseWith !== undefined) throw new errors.SessionNotCreatedError(caps.refuseWith);
      granted = await this.begin(asOnCloud(caps));
    } catch (error) {
      await this.deleteSession();
      throw error;
    }
    journal.opened += 1;
    journal.open.add(sessionId);
    journal.capabilities = caps;
    return [sessionId, { ...caps, ...granted }];
  }

  async deleteSession(sessionId) {
    if (journal.open.delete(this.sessionId)) journal.ended.push(this.sessionId);
    await super.deleteSession(sessionId);
  }

  configureApp(app) {
    return this.helpers.configureApp(app, this.appSuffixes);
  }

  async install(app) {
    const path = await this.configureApp(app);
    const bytes = await readFile(path);
    if (bytes.toString('latin1', 0, 2) !== 'PK' || !bytes.includes(this.appMark)) {
      throw new errors.SessionNotCreatedError(`Bad app: ${path}. There is no ${this.appMark} in it.`);
    }
    journal.apps.push({ app, sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length });
  }

  async executeCommand(command, ...given) {
    note(command);
    return super.executeCommand(command, ...given);
  }

  /** One finger: where it went down, where it was lifted, how often and how long. */
  async performActions([{ actions }]) {
    const moves = actions
      .filter(({ type }) => type === 'pointerMove')
      .map(({ x, y }) => ({ x: x / this.scale, y: y / this.scale }));
    const downs = actions.filter(({ type }) => type === 'pointerDown').length;
    const pauses = actions.filter(({ type }) => type === 'pause').map(({ duration }) => duration);
    const [from, to] = [moves.at(0), moves.at(-1)];
    const dx = to.x - from.x;
    const dy = to.y - from.y;
    const isHeld = Math.max(0, ...pauses) >= 500;
    if (dx !== 0 || dy !== 0) this.swiped({ from, dx, dy, isHeld });
    else this.tapped(from, { count: downs, isHeld });
  }

  async findElOrEls(strategy, selector, isMany) {
    const elements = search(this.tree(), strategy, selector, this.appId).map((node) => this.remember(node));
    if (isMany) return elements;
    if (elements.length === 0) throw new errors.NoSuchElementError();
    return elements[0];
  }

  remember(node) {
    const id = `el-${this.found.size + 1}`;
    this.found.set(id, node);
    return { [elementKey]: id };
  }

  /** The element that a reference stands for. */
  element(elementId) {
    const node = this.found.get(elementId);
    if (node === undefined) throw new errors.StaleElementReferenceError();
    return node;
  }

  async setValue(text, elementId) {
    this.typeInto(this.element(elementId), Array.isArray(text) ? text.join('') : text, false);
  }

  async clear(elementId) {
    this.typeInto(this.element(elementId), '', true);
  }

  async getElementRect(elementId) {
    const [x, y, width, height] = this.element(elementId).box;
    return { x: x * this.scale, y: y * this.scale, width: width * this.scale, height: height * this.scale };
  }

  async execute(script, [input = {}] = []) {
    note(script);
    if (/^(?:browserstack_executor: |sauce:job-result=|lambda-status=)/.test(script)) {
      return script.includes('getSessionDetails')
        ? JSON.stringify({ browser_url: 'https://bs.test/1' })
        : null;
    }
    const perform = this.scripts[script];
    if (perform === undefined) throw new errors.UnknownMethodError(script);
    return perform(input);
  }
}

/** What device clouds do: they know the build already, by their own name for it. */
function asOnCloud(caps) {
  const { app, ...others } = caps;
  if (!/^(?:bs:\/\/|lt:\/\/|storage:)/.test(app)) return caps;
  const { 'bstack:options': bstack, 'sauce:options': sauce, 'lt:options': lt } = caps;
  if (app.includes('forgotten')) {
    throw new errors.SessionNotCreatedError(
      "[BROWSERSTACK_INVALID_APP_URL] The app_url specified in the 'app' capability in your test is invalid.",
    );
  }
  journal.clouds.push({ app, options: bstack ?? sauce ?? lt });
  return others;
}
