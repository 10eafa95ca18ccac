import { describe, expect, it } from 'vitest';
import { readHierarchy } from '../../../src/engine/phones/hierarchy.ts';
import { sceneOfTree, scrolledSceneOf } from '../../../src/engine/phones/phone-scene.ts';
import { createReferences } from '../../../src/engine/phones/references.ts';
import { parseXml, type XmlElement } from '../../../src/engine/phones/xml.ts';
import { find } from '../../../src/engine/scene/find.ts';
import { screenLines } from '../../../src/engine/scene/painted-text.ts';
import type { Purpose } from '../../../src/engine/scene/search.ts';
import { heldBy, see } from '../../../src/engine/scene/seeing.ts';
import type { Target } from '../../../src/engine/scene/target.ts';
import { readingsOf } from '../../../src/engine/scene/values.ts';
import * as views from './screens/android-views.ts';
import * as compose from './screens/compose.ts';
import * as flutter from './screens/flutter.ts';
import * as ios from './screens/ios-native.ts';
import * as reactNative from './screens/react-native.ts';
import * as web from './screens/web-views.ts';

const screens = {
  'native login': views.login,
  'native settings': views.settings,
  'native cart': views.cart,
  'native alert': views.alert,
  'old login': views.oldLogin,
  'Compose login': compose.login,
  'Compose profile': compose.profile,
  'Compose inbox': compose.inbox,
  'Compose preferences': compose.preferences,
  'Compose rides': compose.rides,
  'SwiftUI account': ios.account,
  'UIKit contacts': ios.contacts,
  'UIKit alert': ios.alert,
  'Flutter on Android': flutter.android,
  'Flutter shop': flutter.shop,
  'Flutter on iOS': flutter.ios,
  'React Native on Android': reactNative.android,
  'React Native feed': reactNative.feed,
  'React Native on iOS': reactNative.ios,
  'web view of Android': web.android,
  'web view with extras': web.androidWithExtras,
  'web view of iOS': web.ios,
};
const webViews = ['web view of Android', 'web view with extras', 'web view of iOS'] as const;
type ScreenName = keyof typeof screens;

function open(name: ScreenName) {
  const source = screens[name];
  const tree = readHierarchy(
    source,
    source.includes('XCUIElementType') ? 'ios' : 'android',
    createReferences(),
  );
  const marks = [...everything(parseXml(source))].map(({ attributes }) => attributes.as);
  return { tree, scene: sceneOfTree(tree), marks };
}

function* everything(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of element.children) yield* everything(child);
}

function namedBy(name: ScreenName, target: Target, purpose: Purpose): string {
  const { scene, marks } = open(name);
  const { matches, isSeen } = find(scene, target, purpose);
  const found = matches.map(({ thing }) => marks[thing.index] ?? `an unmarked ${thing.role ?? 'text'}`);
  return found.length === 0 ? 'nothing' : `${isSeen ? '' : 'hidden '}${found.join(', ')}`;
}

describe('the thing that a person means', () => {
  it.each<[screen: ScreenName, purpose: Purpose, target: Target, thing: string]>([
    ['native login', 'type', { name: 'E-mail' }, 'email'],
    ['native login', 'type', { name: 'e‑mail' }, 'email'],
    ['native login', 'type', { name: 'Password' }, 'password'],
    ['native login', 'type', { name: 'email' }, 'email'],
    ['native login', 'click', { name: 'LOGIN' }, 'login'],
    ['native login', 'click', { name: 'Login', role: 'tab' }, 'login tab'],
    ['native login', 'click', { name: 'Sign up' }, 'sign-up tab'],
    ['native login', 'click', { name: 'Show password' }, 'show'],
    ['native login', 'click', { name: 'More options', role: 'button' }, 'more'],
    ['native login', 'click', { name: 'Forgot password' }, 'forgot'],
    ['native login', 'check', { name: 'Remember me' }, 'remember'],
    ['native settings', 'check', { name: 'Wi-Fi' }, 'wi-fi switch'],
    ['native settings', 'check', { name: 'Wi-Fi calling' }, 'calling switch'],
    ['native settings', 'click', { name: 'Data usage', role: 'list item' }, 'data row'],
    [
      'native settings',
      'look',
      { role: 'switch', where: [{ is: 'in', name: 'Wi-Fi calling' }] },
      'calling switch',
    ],
    ['native settings', 'look', { role: 'switch', where: [{ is: 'in', name: 'Data usage' }] }, 'nothing'],
    ['native settings', 'select', { name: 'Language' }, 'language'],
    ['native settings', 'look', { name: 'Ring volume', role: 'slider' }, 'volume'],
    ['native settings', 'look', { name: 'Settings', role: 'heading' }, 'heading'],
    ['native cart', 'click', { name: 'Delete', where: [{ is: 'in', name: 'Apples' }] }, 'delete apples'],
    ['native cart', 'click', { name: 'Delete', where: [{ is: 'in', name: 'Order 1' }] }, 'delete order 1'],
    ['native cart', 'click', { name: 'Delete', nth: -1 }, 'delete order 10'],
    ['native cart', 'click', { name: 'Apples', role: 'row' }, 'apples row'],
    ['native cart', 'click', { role: 'button', nth: 2 }, 'delete pineapples'],
    ['native cart', 'click', { name: 'Cart', role: 'tab' }, 'Cart tab'],
    ['native cart', 'click', { name: 'Profile' }, 'Profile tab'],
    [
      'native cart',
      'click',
      { name: 'Delete' },
      'delete apples, delete pineapples, delete order 1, delete order 10',
    ],
    ['native alert', 'click', { name: 'Delete' }, 'delete'],
    ['native alert', 'click', { name: 'Cancel', where: [{ is: 'in', role: 'dialog' }] }, 'cancel'],
    ['old login', 'type', { name: 'E-mail' }, 'email'],
    ['old login', 'type', { name: 'Password' }, 'password'],
    ['Compose login', 'type', { name: 'Email' }, 'email'],
    ['Compose login', 'type', { name: 'Password' }, 'password'],
    ['Compose login', 'type', { name: 'login_email' }, 'email'],
    ['Compose login', 'type', { role: 'field', nth: 1 }, 'email'],
    ['Compose login', 'check', { name: 'Remember me' }, 'remember'],
    ['Compose login', 'click', { name: 'Log in', role: 'button' }, 'login'],
    ['Compose login', 'click', { name: 'Log in' }, 'login'],
    ['Compose login', 'click', { role: 'button', nth: 2 }, 'google'],
    ['Compose login', 'click', { name: 'Sign up' }, 'sign up'],
    ['Compose profile', 'type', { name: 'First name' }, 'first name'],
    ['Compose profile', 'type', { name: 'Last name' }, 'last name'],
    ['Compose profile', 'check', { name: 'Dark theme' }, 'dark theme'],
    ['Compose profile', 'check', { name: 'Send statistics', role: 'switch' }, 'statistics'],
    ['Compose profile', 'select', { name: 'Country' }, 'country'],
    ['Compose inbox', 'click', { name: 'Delete', where: [{ is: 'in', name: 'Grace' }] }, 'delete grace'],
    ['Compose inbox', 'click', { name: 'Delete', where: [{ is: 'in', name: 'Machines' }] }, 'delete alan'],
    ['Compose inbox', 'click', { name: 'Search', role: 'tab' }, 'Search tab'],
    ['Compose inbox', 'click', { name: 'Inbox', role: 'tab' }, 'Inbox tab'],
    ['Compose inbox', 'look', { name: 'Inbox', role: 'heading' }, 'heading'],
    ['Compose preferences', 'check', { name: 'Notifications' }, 'notifications'],
    ['Compose preferences', 'check', { name: 'Save thumbnails', role: 'switch' }, 'thumbnails'],
    ['Compose rides', 'click', { name: 'Go' }, 'go'],
    ['Compose rides', 'click', { name: 'Go Awfar' }, 'awfar'],
    ['Compose rides', 'look', { name: 'EGP 46.48', where: [{ is: 'in', name: 'Go Awfar' }] }, 'awfar price'],
    ['Compose rides', 'look', { name: '4 mins away', where: [{ is: 'in', name: 'Go' }] }, 'go wait'],
    ['Compose rides', 'look', { name: '6 mins away', where: [{ is: 'in', name: 'Go' }] }, 'nothing'],
    ['SwiftUI account', 'type', { name: 'Full name' }, 'name'],
    ['SwiftUI account', 'type', { name: 'E-mail' }, 'email'],
    ['SwiftUI account', 'type', { name: 'emailField' }, 'email'],
    ['SwiftUI account', 'type', { name: 'Password' }, 'password'],
    ['SwiftUI account', 'check', { name: 'Notifications' }, 'notifications'],
    ['SwiftUI account', 'click', { name: 'Weekly report', role: 'switch' }, 'report'],
    ['SwiftUI account', 'select', { name: 'Theme' }, 'theme'],
    ['SwiftUI account', 'click', { name: 'Settings' }, 'back'],
    ['SwiftUI account', 'click', { name: 'sign out' }, 'sign out'],
    ['SwiftUI account', 'click', { name: 'Legal' }, 'hidden legal'],
    ['SwiftUI account', 'look', { name: 'Account', role: 'heading' }, 'title'],
    ['UIKit contacts', 'click', { name: 'Add' }, 'add'],
    ['UIKit contacts', 'click', { name: 'Call', where: [{ is: 'in', name: 'Alan Turing' }] }, 'call alan'],
    ['UIKit contacts', 'click', { name: 'Call', where: [{ is: 'in', role: 'row', nth: 1 }] }, 'call ada'],
    ['UIKit contacts', 'click', { name: 'Contacts', role: 'tab' }, 'contacts'],
    ['UIKit contacts', 'type', { name: 'Search' }, 'search'],
    ['UIKit contacts', 'look', { name: 'Address book', role: 'row' }, 'book row'],
    ['UIKit alert', 'click', { name: 'Delete' }, 'delete'],
    ['Flutter on Android', 'type', { name: 'Email' }, 'email'],
    ['Flutter on Android', 'type', { name: 'Password' }, 'password'],
    ['Flutter on Android', 'check', { name: 'Keep me signed in' }, 'keep'],
    ['Flutter on Android', 'click', { name: 'Sign in' }, 'sign in'],
    ['Flutter on Android', 'click', { name: 'Help' }, 'help'],
    ['Flutter on Android', 'click', { name: 'Inbox' }, 'inbox'],
    ['Flutter on Android', 'click', { name: 'Archive', role: 'tab' }, 'archive tab'],
    ['Flutter on Android', 'click', { name: 'archive_tile' }, 'archive'],
    ['Flutter on Android', 'look', { name: 'A lighthouse', role: 'image' }, 'picture'],
    ['Flutter shop', 'click', { name: 'Sweeteners' }, 'sweeteners'],
    ['Flutter shop', 'click', { name: 'Snacks & Bakery', role: 'button' }, 'snacks'],
    ['Flutter shop', 'click', { name: 'Profile', role: 'tab' }, 'profile'],
    ['Flutter on iOS', 'type', { name: 'Email' }, 'email'],
    ['Flutter on iOS', 'type', { name: 'Password' }, 'password'],
    ['Flutter on iOS', 'click', { name: 'Sign in', role: 'button' }, 'sign in'],
    ['Flutter on iOS', 'click', { name: 'Inbox', role: 'tab' }, 'inbox tab'],
    ['Flutter on iOS', 'check', { name: 'Keep me signed in' }, 'keep'],
    ['React Native on Android', 'type', { name: "Player's name" }, 'name'],
    ['React Native on Android', 'type', { name: 'Shirt number' }, 'number'],
    ['React Native on Android', 'type', { name: '1-99' }, 'number'],
    ['React Native on Android', 'type', { name: 'name-input' }, 'name'],
    ['React Native on Android', 'click', { name: 'Close' }, 'close'],
    [
      'React Native on Android',
      'click',
      { name: 'Edit', where: [{ is: 'in', name: 'Bradley Greer' }] },
      'edit bradley',
    ],
    ['React Native on Android', 'click', { name: 'Edit', where: [{ is: 'in', name: 'Airi' }] }, 'edit short'],
    [
      'React Native on Android',
      'look',
      { name: '41', where: [{ is: 'in', name: 'Bradley Greer' }] },
      'bradley age',
    ],
    ['React Native on Android', 'look', { name: '41', where: [{ is: 'in', name: 'Airi Satou' }] }, 'nothing'],
    ['React Native on Android', 'check', { name: 'Captain' }, 'captain'],
    ['React Native on Android', 'click', { name: 'Save', role: 'button' }, 'save'],
    ['React Native on Android', 'click', { name: 'Team', role: 'tab' }, 'team tab'],
    ['React Native feed', 'click', { name: 'Reply', where: [{ is: 'in', name: 'bob' }] }, 'reply bob'],
    [
      'React Native feed',
      'click',
      { name: 'Reply', where: [{ is: 'in', name: 'Tabs are better' }] },
      'reply ann',
    ],
    ['React Native feed', 'look', { name: 'Spaces, always', where: [{ is: 'in', name: 'bob' }] }, 'bob text'],
    ['React Native feed', 'look', { name: 'Spaces, always', where: [{ is: 'in', name: 'ann' }] }, 'nothing'],
    ['React Native on iOS', 'click', { name: 'Save', role: 'button' }, 'save'],
    ['React Native on iOS', 'type', { name: "Player's name" }, 'name'],
    ['React Native on iOS', 'type', { name: 'Shirt number' }, 'number'],
    ['React Native on iOS', 'click', { name: 'Save' }, 'save'],
    ['React Native on iOS', 'click', { name: 'save-button' }, 'save'],
    [
      'React Native on iOS',
      'click',
      { name: 'Edit', where: [{ is: 'in', name: 'Bradley Greer' }] },
      'edit bradley',
    ],
    ['React Native on iOS', 'look', { name: '33', where: [{ is: 'in', name: 'Airi Satou' }] }, 'airi age'],
  ])('on %s, to %s: %o', (name, purpose, target, thing) => {
    expect(namedBy(name, target, purpose)).toBe(thing);
  });
});

describe('what a person sees', () => {
  it.each<[screen: ScreenName, text: string, isSeen: boolean]>([
    ['native login', 'E-mail', true],
    ['native login', '••••••', false],
    ['native settings', 'Wi-Fi calling', true],
    ['native settings', '2.5 GB of 10 GB', true],
    ['native settings', '40.0', false],
    ['native settings', 'ON', false],
    ['native settings', 'English', true],
    ['native settings', 'switch_widget', false],
    ['native alert', "This can't be undone.", true],
    ['Compose login', 'Email', true],
    ['Compose login', 'Company logo', false],
    ['Compose login', 'login_email', false],
    ['Compose profile', 'Ada', false],
    ['SwiftUI account', 'ada@example.com', false],
    ['SwiftUI account', 'Full name', true],
    ['SwiftUI account', 'Legal', false],
    ['SwiftUI account', 'Example', false],
    ['UIKit contacts', 'Alan Turing', true],
    ['UIKit contacts', 'Grace Hopper', false],
    ['UIKit contacts', 'plus', false],
    ['Flutter on Android', '3 new messages', true],
    ['Flutter on Android', 'Tab 1 of 3', false],
    ['Flutter on Android', 'A lighthouse', true],
    ['Flutter on iOS', 'Email', true],
    ['React Native on Android', '1-99', true],
    ['React Native on iOS', 'Bradley Greer', true],
  ])('on %s: "%s" is seen: %s', (name, text, isSeen) => {
    expect(see(open(name).scene, { name: text }) !== null).toBe(isSeen);
  });

  it('is read from top to bottom, and from left to right', () => {
    expect(screenLines(open('Compose inbox').scene).map(({ text }) => text)).toEqual([
      'Inbox',
      'Ada',
      'Lunch',
      'Grace',
      'Re: Lunch',
      'Alan',
      'Machines',
      'Inbox',
      'Sent',
      'Search',
    ]);
  });

  it('is what a thing holds, and never a password', () => {
    const held = (name: ScreenName, field: string) => {
      const { scene } = open(name);
      const [match] = find(scene, { name: field, role: 'field' }).matches;
      return match === undefined ? undefined : heldBy(scene, match.thing);
    };
    expect(held('native login', 'E-mail')).toBe('');
    expect(held('native login', 'Password')).toBe('••••••••');
    expect(held('native settings', 'Language')).toBe('English');
    expect(held('old login', 'Password')).toBe('');
    expect(held('Compose login', 'Password')).toBe('••••••••');
    expect(held('Compose profile', 'First name')).toBe('Ada');
    expect(held('Compose profile', 'Country')).toBe('Germany');
    expect(held('SwiftUI account', 'E-mail')).toBe('ada@example.com');
    expect(held('SwiftUI account', 'Full name')).toBe('');
    expect(held('SwiftUI account', 'Password')).toBe('••••••••');
    expect(held('React Native on Android', 'Shirt number')).toBe('');
    expect(readingsOf(open('React Native on Android').scene, { name: 'Airi Satou' })[0]?.texts).toContain(
      '33',
    );
  });
});

describe.each(webViews)('inside of the %s', (name) => {
  it.each<[purpose: Purpose, target: Target, thing: string]>([
    ['click', { name: 'Home' }, 'home'],
    ['click', { name: 'Prices', role: 'link' }, 'prices'],
    ['click', { name: 'Sign up', role: 'link' }, 'sign up'],
    ['click', { name: 'Sign up' }, 'sign up'],
    ['click', { name: 'Sign in', role: 'button' }, 'sign in'],
    ['click', { name: 'Sign in' }, 'sign in'],
    ['look', { name: 'Sign in', role: 'heading' }, 'heading'],
    ['type', { name: 'E-mail' }, 'email'],
    ['type', { name: 'Password' }, 'password'],
    ['type', { role: 'field', nth: 2 }, 'password'],
    ['check', { name: 'Keep me signed in' }, 'keep'],
    ['look', { name: 'A lighthouse', role: 'image' }, 'picture'],
    ['click', { name: 'Imprint' }, 'nothing'],
  ])('to %s %o is %s', (purpose, target, thing) => {
    expect(namedBy(name, target, purpose).replace(/^hidden .*/, 'nothing')).toBe(thing);
  });

  it('is read as a person reads the page, without what only its source says', () => {
    const lines = screenLines(open(name).scene).map(({ text }) => text);
    expect(lines.join('\n')).toContain('Sign in\nE-mail');
    expect(lines.filter((line) => line === 'Sign in')).toHaveLength(2);
    expect(lines.join('\n')).not.toMatch(/Example|main|navigation|•/);
    expect(lines.filter((line) => line.includes('Home'))).toHaveLength(1);
  });

  it('each link is one, and nothing else is', () => {
    const { scene, marks } = open(name);
    const { matches } = find(scene, { role: 'link' });
    expect(matches.map(({ thing }) => marks[thing.index])).toEqual(['home', 'prices', 'sign up']);
    expect(find(scene, { role: 'heading' }).matches.map(({ thing }) => marks[thing.index])).toContain(
      'heading',
    );
  });

  it('fields hold what they hold, and boxes are on or off', () => {
    const { scene } = open(name);
    const [email] = find(scene, { name: 'E-mail', role: 'field' }).matches;
    const [keep] = find(scene, { name: 'Keep me signed in', role: 'checkbox' }, 'check').matches;
    expect(email && heldBy(scene, email.thing)).toBe('');
    expect(keep?.thing.isChecked).toBe(true);
  });
});

describe('the state of a thing', () => {
  it.each<[screen: ScreenName, target: Target, state: object]>([
    ['native login', { name: 'Login', role: 'tab' }, { isSelected: true }],
    ['native login', { name: 'Sign up', role: 'tab' }, { isSelected: false }],
    ['native login', { name: 'Password', role: 'field' }, { isFocused: true }],
    ['native cart', { name: 'Cart', role: 'tab' }, { isSelected: true }],
    ['native cart', { name: 'Home', role: 'tab' }, { isSelected: false }],
    ['native settings', { name: 'Wi-Fi', role: 'switch' }, { isChecked: true }],
    ['Compose login', { name: 'Remember me', role: 'checkbox' }, { isChecked: false }],
    ['Compose profile', { name: 'Dark theme', role: 'switch' }, { isChecked: true }],
    ['Compose profile', { name: 'Save', role: 'button' }, { isDisabled: true }],
    ['Compose inbox', { name: 'Inbox', role: 'tab' }, { isSelected: true }],
    ['Compose inbox', { name: 'Sent', role: 'tab' }, { isSelected: false }],
    ['SwiftUI account', { name: 'Notifications', role: 'switch' }, { isChecked: true }],
    ['SwiftUI account', { name: 'Done', role: 'button' }, { isDisabled: true }],
    ['UIKit contacts', { name: 'Contacts', role: 'tab' }, { isSelected: true }],
    ['UIKit contacts', { name: 'Keypad', role: 'tab' }, { isSelected: false }],
    ['Flutter on Android', { name: 'Home', role: 'tab' }, { isSelected: true }],
    ['Flutter on Android', { name: 'Me', role: 'tab' }, { isSelected: false }],
    ['Flutter on iOS', { name: 'Home', role: 'tab' }, { isSelected: true }],
    ['React Native on Android', { name: 'Team', role: 'tab' }, { isSelected: true }],
    ['React Native on Android', { name: 'Games', role: 'tab' }, { isSelected: false }],
    ['React Native on Android', { name: 'Save', role: 'button' }, { isDisabled: true }],
  ])('on %s, of %o: %o', (name, target, state) => {
    const { matches } = find(open(name).scene, target);
    expect(matches.map(({ thing }) => thing)).toEqual([expect.objectContaining(state)]);
  });
});

it('knows what scrolling would bring onto the screen as it knows the screen', () => {
  const { tree, marks } = open('UIKit contacts');
  const target: Target = { name: 'Call', where: [{ is: 'in', name: 'Grace Hopper' }] };
  expect(find(sceneOfTree(tree), target).isSeen).toBe(false);
  const { matches } = find(scrolledSceneOf(tree), target);
  expect(matches.map(({ thing }) => marks[thing.index])).toEqual(['call grace']);
});
