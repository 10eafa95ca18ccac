/** One phone: which screen it shows, whether the app lives, what was typed and logged. `graph.ts` says what it is made of. */
import { all } from '../driver/tree.mjs';
import { readTree } from './recorded-tree.mjs';

const home = '(home)';
/** As `queryAppState` has it. */
export const appStates = { notRunning: 1, background: 3, front: 4 };

export function createReplayPhone(given, homeScreen) {
  const { app } = given;
  const screens = { ...app.screens, [home]: homeScreen };
  const trees = new Map();
  const phone = {
    ...given,
    session: null,
    screen: home,
    isAlive: false,
    /** WebDriverAgent takes the app's end for a crash. */
    isExpected: false,
    focused: null,
    log: [],
    crashes: [],
    isRecording: false,

    launch({ isExpected }) {
      trees.clear();
      phone.isAlive = true;
      phone.isExpected = isExpected;
      phone.note(`Start proc 4242:${app.appId}`);
      show(app.start);
      if (app.crashesAtStart !== undefined) act({ crash: app.crashesAtStart });
    },

    /** Brings it to the front, as it was or from its start. */
    activate() {
      if (phone.isAlive && ownerOf(phone.screen) === app.appId) return;
      phone.launch({ isExpected: phone.isExpected });
    },

    terminate() {
      const wasAlive = phone.isAlive;
      phone.isAlive = false;
      phone.isExpected = false;
      show(home);
      return wasAlive;
    },

    goHome: () => show(home),
    owner: () => ownerOf(phone.screen),
    appState() {
      if (!phone.isAlive) return appStates.notRunning;
      return phone.owner() === app.appId ? appStates.front : appStates.background;
    },

    tree() {
      const { screen } = phone;
      if (!trees.has(screen)) trees.set(screen, readTree(screens[screen].source));
      return trees.get(screen);
    },

    tap({ x, y }) {
      const { tap = {} } = screens[phone.screen];
      const under = all(phone.tree())
        .filter(({ box }) => box !== null && holds(box, { x, y }))
        .reverse();
      const target = under.find(({ attributes: { as } }) => as !== undefined && Object.hasOwn(tap, as));
      phone.focused = under.find(isField) ?? null;
      if (target?.attributes.enabled === 'false') return;
      if (target !== undefined) act(tap[target.attributes.as]);
    },

    type(node, text, replace) {
      const name = 'bounds' in node.attributes ? 'text' : 'value';
      const isHint = node.attributes['showing-hint'] === 'true';
      const before = replace || isHint ? '' : (node.attributes[name] ?? '');
      node.attributes[name] = before + text;
      if (isHint) node.attributes['showing-hint'] = 'false';
    },

    back() {
      act(screens[phone.screen].back ?? { to: home });
    },

    link(url) {
      const found = Object.entries(app.links ?? {}).find(([start]) => url.startsWith(start));
      if (found === undefined) return false;
      if (!phone.isAlive) phone.isAlive = true;
      act(found[1]);
      return true;
    },

    note(line) {
      phone.log.push(line);
    },
  };
  return phone;

  function act(outcome) {
    const { to, crash, log = [] } = typeof outcome === 'string' ? { to: outcome } : outcome;
    for (const line of log) phone.note(line);
    if (crash !== undefined) die(crash);
    if (to !== undefined) show(to);
  }

  function die(exception) {
    phone.isAlive = false;
    const lines = [
      'E AndroidRuntime: FATAL EXCEPTION: main',
      `E AndroidRuntime: Process: ${app.appId}, PID: 4242`,
      ...exception.split('\n').map((line) => `E AndroidRuntime: ${line}`),
      `I ActivityManager: Process ${app.appId} (pid 4242) has died: fg  TOP`,
    ];
    if (given.platform === 'android') for (const line of lines) phone.note(line);
    else phone.crashes.push(`Process: ${app.appId} [4242]\nException: ${exception}`);
    show(home);
  }

  function show(name) {
    if (!Object.hasOwn(screens, name)) throw new Error(`there is no screen "${name}"`);
    phone.screen = name;
    phone.focused = null;
  }

  function ownerOf(name) {
    return screens[name].owner ?? app.appId;
  }
}

function holds([left, top, width, height], { x, y }) {
  return x >= left && x < left + width && y >= top && y < top + height;
}

export function isField({ tag }) {
  return /EditText$|AutoCompleteTextView$|^XCUIElementType(?:Secure)?Text(?:Field|View)$|^XCUIElementTypeSearchField$/.test(
    tag,
  );
}
