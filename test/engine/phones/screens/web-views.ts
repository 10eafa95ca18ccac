import { app, item, view, window } from './draw.ts';

type Box = Parameters<typeof view>[1];
const page: Box = [0, 80, 393, 771];
const web = (box: Box, given = {}, ...children: string[]) =>
  view('android.view.View', box, given, ...children);
const said = (box: Box, text: string, given = {}) => view('TextView', box, { text, ...given });

/** A sign-in page in a web view: the view of the app holds that of the page, and ids are those of HTML. */
const androidPage = (extras = false) => {
  const role = (name: string) =>
    extras
      ? { extras: `AccessibilityNodeInfo.roleDescription=;AccessibilityNodeInfo.chromeRole=${name}` }
      : {};
  return window(
    view('TextView', [16, 40, 200, 30], { text: 'Account', heading: true }),
    view(
      'android.webkit.WebView',
      page,
      { 'resource-id': 'com.example.app:id/web', focusable: true },
      view(
        'android.webkit.WebView',
        page,
        { text: 'Sign in – Example', focusable: true, scrollable: true, ...role('rootWebArea') },
        web(
          [0, 80, 393, 48],
          role('navigation'),
          view(
            'ListView',
            [0, 80, 393, 48],
            role('list'),
            web(
              [0, 80, 130, 48],
              role('listItem'),
              web([0, 80, 130, 48], { text: 'Home', clickable: true, as: 'home', ...role('link') }),
            ),
            web(
              [130, 80, 130, 48],
              role('listItem'),
              web(
                [130, 80, 130, 48],
                { 'content-desc': 'Prices', clickable: true, as: 'prices', ...role('link') },
                said([130, 80, 130, 48], 'Prices', role('staticText')),
              ),
            ),
          ),
        ),
        web([16, 150, 361, 40], { text: 'Sign in', heading: true, as: 'heading', ...role('heading') }),
        web(
          [16, 200, 361, 300],
          { 'resource-id': 'login-form', ...role('form') },
          said([16, 200, 361, 20], 'E-mail', role('staticText')),
          view('EditText', [16, 224, 361, 44], {
            'resource-id': 'email',
            hint: 'you@example.com',
            text: 'you@example.com',
            'showing-hint': true,
            clickable: true,
            focusable: true,
            as: 'email',
            ...role('textField'),
          }),
          said([16, 280, 361, 20], 'Password', role('staticText')),
          view('EditText', [16, 304, 361, 44], {
            'resource-id': 'password',
            text: '•••',
            password: true,
            clickable: true,
            focusable: true,
            as: 'password',
            ...role('textField'),
          }),
          view('CheckBox', [16, 360, 24, 24], {
            text: 'Keep me signed in',
            checkable: true,
            checked: true,
            clickable: true,
            as: 'keep',
            ...role('checkBox'),
          }),
          said([48, 360, 200, 24], 'Keep me signed in', role('staticText')),
          view('Spinner', [16, 400, 200, 40], {
            text: 'English',
            clickable: true,
            as: 'language',
            ...role('comboBoxSelect'),
          }),
          view('Button', [16, 450, 361, 44], {
            text: 'Sign in',
            clickable: true,
            as: 'sign in',
            ...role('button'),
          }),
        ),
        said([16, 510, 200, 20], 'No account yet?', role('staticText')),
        web([220, 510, 100, 20], { text: 'Sign up', clickable: true, as: 'sign up', ...role('link') }),
        view('Image', [16, 560, 100, 60], { text: 'A lighthouse', as: 'picture', ...role('image') }),
      ),
    ),
  );
};

export const android = androidPage();
/** The same where the driver is set to tell what the page itself calls things. */
export const androidWithExtras = androidPage(true);

const words = (box: Box, label: string, given = {}) =>
  item('StaticText', box, { label, value: label, traits: 'StaticText', ...given });
const link = (box: Box, label: string, as: string) =>
  item(
    'Link',
    box,
    { label, traits: 'Link', accessible: false, as },
    words(box, label, { traits: 'Link, StaticText' }),
  );

/** The same page in a web view of iOS, which has two views around it, and its content where the screen draws it. */
export const ios = app(
  item(
    'NavigationBar',
    [0, 47, 390, 44],
    { name: 'Account' },
    words([150, 50, 90, 30], 'Account', { traits: 'Header' }),
  ),
  item(
    'WebView',
    [0, 91, 390, 753],
    { accessible: false },
    item(
      'WebView',
      [0, 91, 390, 753],
      { accessible: false },
      item(
        'WebView',
        [0, 91, 390, 753],
        { label: 'Sign in – Example', accessible: false },
        item(
          'Other',
          [0, 0, 390, 753],
          { label: 'main', accessible: false },
          item(
            'Other',
            [0, 100, 390, 40],
            { label: 'navigation', accessible: false },
            link([0, 100, 130, 40], 'Home', 'home'),
            link([130, 100, 130, 40], 'Prices', 'prices'),
          ),
          item(
            'Other',
            [16, 150, 358, 40],
            { label: 'Sign in', traits: 'Header', accessible: false, as: 'heading' },
            words([16, 150, 120, 40], 'Sign in', { traits: 'Header, StaticText' }),
          ),
          words([16, 200, 60, 20], 'E-mail'),
          item('TextField', [16, 224, 358, 44], {
            label: 'E-mail',
            value: 'you@example.com',
            placeholderValue: 'you@example.com',
            as: 'email',
          }),
          words([16, 280, 80, 20], 'Password'),
          item('SecureTextField', [16, 304, 358, 44], { label: 'Password', value: '•••', as: 'password' }),
          item('Switch', [16, 360, 24, 24], {
            label: 'Keep me signed in',
            value: '1',
            traits: 'Button, Toggle',
            as: 'keep',
          }),
          words([48, 360, 200, 24], 'Keep me signed in'),
          item('Button', [16, 450, 358, 44], { label: 'Sign in', traits: 'Button', as: 'sign in' }),
          words([16, 510, 120, 20], 'No account yet?'),
          link([150, 510, 60, 20], 'Sign up', 'sign up'),
          item('Image', [16, 560, 100, 60], { label: 'A lighthouse', traits: 'Image', as: 'picture' }),
          item('Link', [0, 0, 0, 0], { label: 'Imprint', traits: 'Link', visible: false }),
        ),
      ),
    ),
  ),
);
