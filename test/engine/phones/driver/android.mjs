/** The screen as UiAutomator2 writes it: pixels, three of them to a point, and nothing that lies off the screen. */

const scale = 3;
const appPackage = 'com.example.shop';
const classes = {
  title: 'android.widget.TextView',
  text: 'android.widget.TextView',
  field: 'android.widget.EditText',
  secure: 'android.widget.EditText',
  button: 'android.widget.Button',
  icon: 'android.widget.ImageButton',
  checkbox: 'android.widget.CheckBox',
  frozen: 'android.widget.Switch',
  dropdown: 'android.widget.Spinner',
  setting: 'android.widget.LinearLayout',
  list: 'androidx.recyclerview.widget.RecyclerView',
  pager: 'androidx.viewpager.widget.ViewPager',
  row: 'android.view.ViewGroup',
  dialog: 'android.view.ViewGroup',
  popup: 'android.widget.ListView',
  choice: 'android.widget.CheckedTextView',
  map: 'android.view.View',
};

export function androidTree({ state, widgets }) {
  const [width, height] = state.landscape ? [780, 390] : [390, 780];
  if (state.permission !== null) return permissionTree(state.permission, [width, height]);
  const content = state.alert === null ? widgets() : alertWidgets(state.alert, state);
  const screen = [0, 0, width, height];
  const frame = (className, extra, children) => node(className, { box: screen, ...extra }, children);
  return {
    tag: 'hierarchy',
    attributes: {
      index: 0,
      class: 'hierarchy',
      rotation: state.landscape ? 1 : 0,
      width: width * scale,
      height: height * scale,
    },
    children: [
      frame('android.widget.FrameLayout', {}, [
        frame('android.widget.LinearLayout', {}, [
          frame('android.widget.FrameLayout', { id: 'android:id/content' }, [
            frame(
              'android.view.ViewGroup',
              {},
              content.flatMap((widget) => render(widget, screen)),
            ),
          ]),
        ]),
      ]),
      ...(state.toast === null
        ? []
        : [
            {
              tag: 'android.widget.Toast',
              attributes: {
                index: 1,
                package: 'com.android.settings',
                class: 'android.widget.Toast',
                text: state.toast,
                displayed: 'true',
              },
              children: [],
            },
          ]),
    ],
  };
}

/** The dialog is the active window then, and the source tells of nothing else. */
function permissionTree({ title, buttons }, [width, height]) {
  const ids = ['allow_foreground_only', 'allow_one_time', 'deny'];
  const controller = 'com.android.permissioncontroller';
  const part = (className, id, box, more = {}, children = []) =>
    node(className, { ...more, box, id: `${controller}:id/${id}`, owner: controller }, children);
  const dialog = part('android.widget.LinearLayout', 'grant_dialog', [30, 250, 330, 300], {}, [
    part('android.widget.ImageView', 'permission_icon', [180, 260, 30, 30]),
    part('android.widget.TextView', 'permission_message', [50, 300, 290, 60], { text: title }),
    ...buttons.map((text, at) =>
      part('android.widget.Button', `permission_${ids[at]}_button`, [50, 370 + at * 55, 290, 48], {
        text,
        clickable: true,
        widget: { tap: ['permit', text] },
      }),
    ),
  ]);
  return {
    tag: 'hierarchy',
    attributes: { index: 0, class: 'hierarchy', rotation: 0, width: width * scale, height: height * scale },
    children: [
      node('android.widget.FrameLayout', { box: [0, 0, width, height], owner: controller }, [dialog]),
    ],
  };
}

function render(widget, area) {
  const box = clip(widget.box, area);
  if (box === null && !area.isWhole) return [];
  const inner =
    widget.kind === 'list' || widget.kind === 'popup'
      ? Object.assign([...(box ?? widget.box)], { isWhole: widget.isWhole === true })
      : area;
  const shown = box ?? widget.box;
  if (widget.kind === 'dropdown') {
    const label = node('android.widget.TextView', { box: shown, id: 'android:id/text1', text: widget.value });
    return [node(classes.dropdown, { ...widget, text: undefined, box: shown, clickable: true }, [label])];
  }
  if (widget.kind === 'setting') {
    const [left, top, width, height] = shown;
    return [
      node(classes.setting, { box: shown, clickable: true, widget }, [
        node(classes.text, { box: [left + 20, top, 200, height], id: 'android:id/title', text: widget.text }),
        node('android.widget.Switch', {
          box: [left + width - 80, top, 60, height],
          id: 'android:id/switch_widget',
          checkable: true,
          checked: widget.checked,
          text: '',
        }),
      ]),
    ];
  }
  const children = (widget.children ?? []).flatMap((child) => render(child, inner));
  return [
    node(
      classes[widget.kind],
      { ...widget, box: shown, clickable: widget.tap !== undefined, widget },
      children,
    ),
  ];
}

function node(className, given, children = []) {
  const { box, id, kind, widget = given.kind === undefined ? undefined : given } = given;
  const [left, top, width, height] = box;
  const isField = kind === 'field' || kind === 'secure';
  const isHint = isField && given.value === '' && given.hint !== '';
  const held = kind === 'secure' ? '•'.repeat(given.value.length) : given.value;
  const isCheckable = given.checkable === true || ['checkbox', 'frozen', 'choice'].includes(kind);
  const attributes = {
    index: 0,
    package: given.owner ?? appPackage,
    class: className,
    text: isField ? (isHint ? given.hint : held) : (given.text ?? ''),
    ...(given.desc !== undefined && { 'content-desc': given.desc }),
    'resource-id': id === undefined ? '' : id.includes(':') ? id : `${appPackage}:id/${id}`,
    checkable: isCheckable,
    checked: given.checked === true,
    clickable: given.clickable === true,
    enabled: given.disabled !== true,
    focusable: isField || given.clickable === true,
    focused: given.focused === true,
    'long-clickable': isField || given.hold !== undefined,
    password: kind === 'secure',
    scrollable: ['list', 'popup', 'pager'].includes(kind),
    selected: false,
    bounds: `[${left * scale},${top * scale}][${(left + width) * scale},${(top + height) * scale}]`,
    displayed: true,
    ...(isField && given.hint !== '' && { hint: given.hint }),
    'a11y-important': true,
    'screen-reader-focusable': false,
    'drawing-order': 1,
    'showing-hint': isHint,
    'text-entry-key': false,
    dismissable: false,
    'a11y-focused': false,
    heading: kind === 'title',
    'live-region': 0,
    'context-clickable': false,
    'content-invalid': false,
    'window-id': 12,
  };
  children.forEach((child, index) => {
    child.attributes.index = index;
  });
  return { tag: className, attributes, children, widget, box };
}

function alertWidgets({ title, message, accept, dismiss, about }, state) {
  const panel = { kind: 'row', id: 'parentPanel', box: [40, 250, 310, 220] };
  return [
    {
      ...panel,
      children: [
        { kind: 'text', id: 'android:id/alertTitle', text: title, box: [60, 260, 270, 30] },
        { kind: 'text', id: 'android:id/message', text: message, box: [60, 300, 270, 40] },
        ...(about === 'forgot'
          ? [
              {
                kind: 'field',
                id: 'android:id/edit',
                hint: '',
                value: state.alertText,
                box: [60, 345, 270, 40],
                tap: ['nothing'],
              },
            ]
          : []),
        {
          kind: 'button',
          id: 'android:id/button2',
          text: dismiss,
          box: [60, 400, 120, 50],
          tap: ['answer', false],
        },
        {
          kind: 'button',
          id: 'android:id/button1',
          text: accept,
          box: [200, 400, 120, 50],
          tap: ['answer', true],
        },
      ],
    },
  ];
}

function clip([left, top, width, height], [areaLeft, areaTop, areaWidth, areaHeight]) {
  const x = Math.max(left, areaLeft);
  const y = Math.max(top, areaTop);
  const right = Math.min(left + width, areaLeft + areaWidth);
  const bottom = Math.min(top + height, areaTop + areaHeight);
  return right > x && bottom > y ? [x, y, right - x, bottom - y] : null;
}

/** To points. */
export const androidScale = scale;
