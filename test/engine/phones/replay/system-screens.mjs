/** What a phone shows beside the app: its home screen, and the alert that lies over an app of iOS. */
import { serialise } from '../driver/driver-xml.mjs';
import { buttonsOf } from './phone.mjs';

const launcher = 'com.google.android.apps.nexuslauncher';
const springboard = 'com.apple.springboard';

export const homeScreens = {
  android: {
    owner: launcher,
    source: serialise(
      view('hierarchy', { rotation: 0, width: 1080, height: 2340 }, [
        view('android.widget.FrameLayout', { package: launcher, bounds: '[0,0][1080,2340]' }, [
          view('android.widget.TextView', {
            package: launcher,
            text: 'Phone',
            'content-desc': 'Phone',
            clickable: true,
            bounds: '[66,2010][276,2220]',
          }),
        ]),
      ]),
    ),
  },
  ios: { owner: springboard, source: onSpringboard([item('Icon', 'Safari', [27, 740, 64, 64])]) },
};

/** As the hierarchy has it with `respectSystemAlerts`. */
export function alertSource(alert) {
  const buttons = buttonsOf(alert).map(({ label, box }) => item('Button', label, box));
  const [title] = alert.text.split('\n');
  const text = item('StaticText', alert.text, [70, 320, 250, 80]);
  return onSpringboard([item('Alert', title, [60, 300, 270, 120 + buttons.length * 44], [text, ...buttons])]);
}

function onSpringboard(children) {
  const screen = [0, 0, 390, 844];
  const application = item('Application', ' ', screen, [item('Window', '', screen, children)]);
  application.attributes.bundleId = springboard;
  return serialise({ tag: 'AppiumAUT', attributes: {}, children: [application] });
}

function view(tag, attributes, children = []) {
  return {
    tag,
    attributes: { index: 0, class: tag, enabled: true, displayed: true, ...attributes },
    children,
  };
}

function item(type, label, [x, y, width, height], children = []) {
  const tag = `XCUIElementType${type}`;
  return {
    tag,
    attributes: {
      type: tag,
      name: label,
      label,
      enabled: true,
      visible: true,
      x,
      y,
      width,
      height,
      index: 0,
    },
    children,
  };
}
