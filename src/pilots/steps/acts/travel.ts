import { everywhere, onWeb, perform, type Shape } from '../shape.ts';

/** Going from page to page, from tab to tab, and past dialogs. */
export const travelActs: readonly Shape[] = [
  {
    type: 'act',
    platforms: everywhere,
    description: 'Opens an address: a whole one, or a path on the site that the run is for.',
    examples: [
      'Open https://shop.example.com/login',
      'Go to /cart',
      'Visit "https://shop.example.com"',
      'Navigate to localhost:3000/login',
      'Open the page /orders?page=2',
      'Go to the URL {{baseUrl}}/login',
    ],
    expressions: [
      'open/visit/launch/load {address}',
      'open/visit/load the page/url/address/link/site/website {address}',
      'go/navigate/browse to {address}',
      'go/navigate/browse to the page/url/address/link/site/website {address}',
      'open the app/site at/with {address}',
      'start at/on/from {address}',
    ],
    build: (places) => ({ kind: 'open', address: places.word('address') }),
  },
  {
    type: 'act',
    platforms: everywhere,
    description: "Opens the run's target address; on a phone, starts the app afresh.",
    examples: ['Open the site', 'Open the app', 'Go to the home page', 'Launch the application'],
    expressions: [
      'open/launch/visit/start the app/application/site/website/homepage',
      'open/launch/visit/start the home/start/landing/target page',
      'go/navigate to the app/application/site/website/homepage',
      'go/navigate to the home/start/landing/target page',
    ],
    build: () => ({ kind: 'open', address: null }),
  },
  {
    type: 'act',
    platforms: everywhere,
    description: 'Goes back, by the browser or by the phone.',
    examples: ['Go back', 'Navigate back', 'Press the back button'],
    expressions: [
      'go/navigate back',
      'press/click/tap/hit (the )back',
      'press/click/tap/hit the back button',
      'go back to the previous page/screen',
    ],
    build: () => perform('back'),
  },
  {
    type: 'act',
    platforms: onWeb,
    description: 'Goes forward again.',
    examples: ['Go forward', 'Press the forward button'],
    expressions: ['go/navigate forward', 'press/click/hit the forward button'],
    build: () => perform('forward'),
  },
  {
    type: 'act',
    platforms: onWeb,
    description: 'Loads the page again.',
    examples: ['Reload the page', 'Refresh', 'Refresh the page'],
    expressions: ['reload/refresh', 'reload/refresh (the )page/site/browser'],
    build: () => perform('reload'),
  },
  {
    type: 'act',
    platforms: onWeb,
    description: 'Goes to another tab of the browser, by its title or address.',
    examples: ['Switch to the tab "Invoice"', 'Switch to the "Invoice" browser tab'],
    expressions: [
      'switch/change to the tab/window {quoted}',
      'switch/change to the {quoted} tab/window',
      'switch/change to the browser tab/window {quoted}',
      'switch/change to the {quoted} browser tab/window',
    ],
    build(places) {
      const text = places.text();
      return perform('switch_tab', /^\/|:\/\//.test(text) ? { url: text } : { title: text });
    },
  },
  {
    type: 'act',
    platforms: onWeb,
    description: 'Goes to another tab of the browser, by its place.',
    examples: ['Switch to the second tab', 'Switch to the last tab'],
    expressions: [
      'switch/change to the {ordinal} tab/window',
      'switch/change to the {ordinal} browser tab/window',
    ],
    build: (places) => perform('switch_tab', { index: places.ordinal() }),
  },
  {
    type: 'act',
    platforms: onWeb,
    description: 'Goes to the tab that was opened last.',
    examples: ['Switch to the new tab', 'Switch to the newly opened window'],
    expressions: [
      'switch/change to the new/latest/newest tab/window',
      'switch/change to the newly opened tab/window',
    ],
    build: () => perform('switch_tab', { index: -1 }),
  },
  {
    type: 'act',
    platforms: onWeb,
    description: 'Closes the current tab of the browser.',
    examples: ['Close the tab', 'Close the current browser tab'],
    expressions: [
      'close (the )tab/window',
      'close the current/new/browser tab/window',
      'close the current browser tab/window',
    ],
    build: () => perform('close_tab'),
  },
  {
    type: 'act',
    platforms: everywhere,
    description: 'Says yes to a dialog of the browser or an alert of the phone.',
    examples: ['Accept the dialog', 'Confirm the alert', 'Accept the confirmation'],
    expressions: [
      'accept/confirm/approve/allow the dialog/alert/confirmation/prompt/popup/permission',
      'say yes/ok to the dialog/alert/confirmation/prompt',
    ],
    build: () => perform('answer_dialog', { accept: true }),
  },
  {
    type: 'act',
    platforms: everywhere,
    description: 'Says no to a dialog of the browser or an alert of the phone.',
    examples: ['Dismiss the dialog', 'Cancel the confirmation', 'Decline the alert'],
    expressions: [
      'dismiss/cancel/decline/reject/deny the dialog/alert/confirmation/prompt/popup/permission',
      'say no to the dialog/alert/confirmation/prompt',
    ],
    build: () => perform('answer_dialog', { accept: false }),
  },
  {
    type: 'act',
    platforms: everywhere,
    description: 'Answers a dialog that asks for a text.',
    examples: ['Answer the prompt with "Bob"', 'Answer "Bob" to the prompt'],
    expressions: [
      'answer the dialog/prompt/alert with {quoted}',
      'answer {quoted} to/in the dialog/prompt/alert',
    ],
    build: (places) => perform('answer_dialog', { accept: true, text: places.text() }),
  },
];
