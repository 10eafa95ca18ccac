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
    alert: null,
    focused: null,
    looks: 0,
    log: [],
    crashes: [],
    isRecording: false,
    settings: {},

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

    /** Counts as a look at the screen: something may happen by itself after it. */
    look() {
      const { later } = screens[phone.screen];
      phone.looks += 1;
      if (later !== undefined && phone.looks > later.looks) act(later.outcome);
      return phone.tree();
    },

    tree() {
      const { screen } = phone;
      if (!trees.has(screen)) trees.set(screen, readTree(screens[screen].source));
      return trees.get(screen);
    },

    tap({ x, y }, { isHeld }) {
      if (phone.alert !== null) {
        const button = buttonsOf(phone.alert).find(({ box }) => holds(box, { x, y }));
        if (button !== undefined) phone.answer(button.label);
        return;
      }
      const { tap = {}, hold = {} } = screens[phone.screen];
      const under = all(phone.tree())
        .filter(({ box }) => box !== null && holds(box, { x, y }))
        .reverse();
      const outcomes = isHeld ? hold : tap;
      const target = under.find(({ attributes: { as } }) => as !== undefined && Object.hasOwn(outcomes, as));
      const checked = under.find(isCheckable);
      if (checked !== undefined) check(checked);
      phone.focused = under.find(isField) ?? null;
      if (target?.attributes.enabled === 'false') return;
      if (target !== undefined) act(outcomes[target.attributes.as]);
    },

    swipe(direction) {
      const outcome = screens[phone.screen].swipe?.[direction];
      if (outcome !== undefined) act(outcome);
    },

    type(node, text, replace) {
      const name = 'bounds' in node.attributes ? 'text' : 'value';
      const isHint = node.attributes['showing-hint'] === 'true';
      const before = replace || isHint ? '' : (node.attributes[name] ?? '');
      node.attributes[name] = before + text;
      if (isHint) node.attributes['showing-hint'] = 'false';
      const outcome = screens[phone.screen].type?.[node.attributes.as];
      if (outcome !== undefined) act(outcome);
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

    answer(label) {
      const button = phone.alert.buttons.find((candidate) => candidate.label === label);
      if (button === undefined) return false;
      phone.alert = null;
      if (button.outcome !== undefined) act(button.outcome);
      return true;
    },

    note(line) {
      phone.log.push(line);
    },
  };
  return phone;

  function act(outcome) {
    const { to, crash, alert, log = [] } = typeof outcome === 'string' ? { to: outcome } : outcome;
    for (const line of log) phone.note(line);
    if (crash !== undefined) die(crash);
    if (to !== undefined) show(to);
    if (alert !== undefined) phone.alert = alert;
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
    phone.looks = 0;
    phone.focused = null;
    phone.alert = screens[name].alert ?? null;
  }

  function ownerOf(name) {
    return screens[name].owner ?? app.appId;
  }
}

/** In the middle of an iPhone's screen, one button below the other. */
export function buttonsOf({ buttons }) {
  return buttons.map(({ label }, index) => ({ label, box: [60, 420 + index * 44, 270, 44] }));
}

function holds([left, top, width, height], { x, y }) {
  return x >= left && x < left + width && y >= top && y < top + height;
}

function isCheckable({ tag, attributes }) {
  return attributes.checkable === 'true' || tag === 'XCUIElementTypeSwitch';
}

function check({ attributes }) {
  if ('checked' in attributes) attributes.checked = String(attributes.checked !== 'true');
  else attributes.value = attributes.value === '1' ? '0' : '1';
}

export function isField({ tag }) {
  return /EditText$|AutoCompleteTextView$|^XCUIElementType(?:Secure)?Text(?:Field|View)$|^XCUIElementTypeSearchField$/.test(
    tag,
  );
}
