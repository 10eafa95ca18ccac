/** What a phone shows beside the app: its home screen. */
import { serialise } from '../driver/driver-xml.mjs';

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
  ios: { owner: springboard, source: springboardSource() },
};

function springboardSource() {
  const screen = [0, 0, 390, 844];
  const icon = item('Icon', 'Safari', [27, 740, 64, 64]);
  const application = item('Application', ' ', screen, [item('Window', '', screen, [icon])]);
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
