import { hierarchy, view } from './draw.ts';

/** What Android itself puts in front of an app; the ids are those of its sources and the same in every language. */

type Given = Parameters<typeof view>[2];

const dialog = (title: string, ...buttons: Array<{ id: string; text: string }>) => {
  const own = (given: Given): Given => ({ package: 'android', ...given });
  return hierarchy(
    view(
      'FrameLayout',
      [16, 320, 361, 210],
      own({}),
      view('TextView', [40, 340, 313, 28], own({ 'resource-id': 'android:id/alertTitle', text: title })),
      view(
        'LinearLayout',
        [16, 380, 361, 150],
        own({ 'resource-id': 'android:id/customPanel' }),
        ...buttons.map(({ id, text }, index) =>
          view(
            'Button',
            [16, 384 + index * 48, 361, 48],
            own({ 'resource-id': `android:id/${id}`, text, clickable: true, as: id }),
          ),
        ),
      ),
    ),
  );
};

export const keepsStopping = dialog(
  'Example keeps stopping',
  { id: 'aerr_app_info', text: 'App info' },
  { id: 'aerr_close', text: 'Close app' },
);

export const notResponding = dialog(
  'Example isn’t responding',
  { id: 'aerr_close', text: 'Close app' },
  { id: 'aerr_wait', text: 'Wait' },
);

const permissionPackage = 'com.google.android.permissioncontroller';
const permission = (given: Given): Given => ({ package: permissionPackage, ...given });
const choice = (top: number, id: string, text: string) =>
  view(
    'Button',
    [40, top, 313, 48],
    permission({
      'resource-id': `com.android.permissioncontroller:id/${id}`,
      text,
      clickable: true,
      as: id,
    }),
  );

export const permissionDialog = hierarchy(
  view(
    'FrameLayout',
    [16, 260, 361, 320],
    permission({}),
    view(
      'TextView',
      [40, 290, 313, 56],
      permission({
        'resource-id': 'com.android.permissioncontroller:id/permission_message',
        text: 'Allow Example to take pictures and record video?',
      }),
    ),
    choice(380, 'permission_allow_foreground_only_button', 'While using the app'),
    choice(430, 'permission_allow_one_time_button', 'Only this time'),
    choice(480, 'permission_deny_button', 'Don’t allow'),
  ),
);

/** A page in a browser tab of another app. */
export const browserTab = hierarchy(
  view(
    'FrameLayout',
    [0, 0, 393, 851],
    { package: 'com.android.chrome' },
    view('TextView', [60, 40, 250, 24], { package: 'com.android.chrome', text: 'example.com' }),
    view('TextView', [16, 120, 360, 40], { package: 'com.android.chrome', text: 'Terms of use' }),
  ),
);
