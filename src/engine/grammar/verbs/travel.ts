import { perform } from '../instruction.ts';
import { placed } from '../parameter-kinds.ts';
import { everywhere, onWeb, type Verb } from '../verb.ts';

/** Going from page to page, from tab to tab, and past dialogs. */
export const travelVerbs: readonly Verb[] = [
  {
    platforms: everywhere,
    description: 'Opens an address: a whole one, or a path on the site that the run is for.',
    examples: [
      'Open https://shop.example.com/login',
      'Go to /cart',
      'Visit "https://shop.example.com"',
      'Navigate to localhost:3000/login',
      'Open the page /orders?page=2',
      'Go to the URL {{baseUrl}}/login',
      'Given I am on /login',
    ],
    patterns: [
      'open|visit|launch|load [the] [page|url|address|link|site|website] <address> [page]',
      'go|navigate|browse to [the] [page|url|address|link|site|website] <address> [page]',
      'open [the] app|site|browser at|with|on <address>',
      'start at|on|from <address>',
      'given i|we|you am|are on|at [the] [page|url|address] <address> [page]',
      'given [the] user is on|at [the] [page|url|address] <address> [page]',
    ],
    build: (places) => ({ kind: 'open', address: placed.text(places, 'address') }),
  },
  {
    platforms: everywhere,
    description: "Opens the run's target address; on a phone, starts the app afresh.",
    examples: ['Open the site', 'Open the app', 'Go to the home page', 'Launch the application'],
    patterns: [
      'open|launch|visit|start|load [the] app|application|site|website|homepage',
      'open|launch|visit|start|load the home|start|landing|target page',
      'go|navigate to the app|application|site|website|homepage',
      'go|navigate to the home|start|landing|target page',
    ],
    build: () => ({ kind: 'open', address: null }),
  },
  {
    platforms: everywhere,
    description: 'Goes back, by the browser or by the phone.',
    examples: ['Go back', 'Navigate back', 'Press the back button'],
    patterns: [
      'go|navigate back',
      'press|click|tap|hit [the] [browser] back [button]',
      'go|navigate back to [the] previous page|screen',
      'go|navigate to [the] previous page|screen',
    ],
    build: () => perform('back'),
  },
  {
    platforms: onWeb,
    description: 'Goes forward again.',
    examples: ['Go forward', 'Press the forward button'],
    patterns: ['go|navigate forward', 'press|click|hit the [browser] forward button'],
    build: () => perform('forward'),
  },
  {
    platforms: onWeb,
    description: 'Loads the page again.',
    examples: ['Reload the page', 'Refresh', 'Refresh the page'],
    patterns: ['reload|refresh [the] [current] [page|site|browser|window]'],
    build: () => perform('reload'),
  },
  {
    platforms: onWeb,
    description:
      'Goes to another tab of the browser: by its title or address, by its place, or to the newest.',
    examples: [
      'Switch to the tab "Invoice"',
      'Switch to the "Invoice" browser tab',
      'Switch to the second tab',
      'Switch to the new tab',
    ],
    patterns: [
      'switch|change [back] to [the] [browser] tab|window <text>',
      'switch|change [back] to [the] <text> [browser] tab|window',
      'switch|change [back] to [the] <ordinal> [browser] tab|window',
      'switch|change to [the] new|latest|newest|newly [opened] [browser] tab|window',
    ],
    build(places) {
      const text = placed.textIfAny(places);
      if (text !== undefined)
        return perform('switch_tab', /^\/|:\/\//.test(text) ? { url: text } : { title: text });
      return perform('switch_tab', { index: places.has('ordinal') ? placed.count(places, 'ordinal') : -1 });
    },
  },
  {
    platforms: onWeb,
    description: 'Sets the size of the page in pixels, as on a phone or a large screen.',
    examples: ['Set the window to 390 × 844', 'Resize the browser to 1280x720'],
    patterns: [
      'set|change|resize [the] [browser|page] [window|viewport|screen] [size] to <size>',
      'set|change [the] size of the window|viewport|screen|browser to <size>',
    ],
    build: (places) => perform('resize', { ...(places.get('size') as object) }),
  },
  {
    platforms: onWeb,
    description: 'Closes the current tab of the browser.',
    examples: ['Close the tab', 'Close the current browser tab'],
    patterns: ['close [the|this] [current|new] [browser] tab|window'],
    build: () => perform('close_tab'),
  },
  {
    platforms: everywhere,
    description: 'Says yes to a dialog of the browser or an alert of the phone.',
    examples: ['Accept the dialog', 'Confirm the alert', 'Accept the confirmation'],
    patterns: [
      'accept|confirm|approve|allow [the] [browser|system|permission] dialog|alert|confirmation|prompt|popup|pop-up|permission',
      'say yes|ok to [the] dialog|alert|confirmation|prompt',
    ],
    build: () => perform('answer_dialog', { accept: true }),
  },
  {
    platforms: everywhere,
    description: 'Says no to a dialog of the browser or an alert of the phone.',
    examples: ['Dismiss the dialog', 'Cancel the confirmation', 'Decline the alert'],
    patterns: [
      'dismiss|cancel|decline|reject|deny [the] [browser|system|permission] dialog|alert|confirmation|prompt|popup|pop-up|permission',
      'close [the] alert|confirmation|prompt',
      'say no to [the] dialog|alert|confirmation|prompt',
    ],
    build: () => perform('answer_dialog', { accept: false }),
  },
  {
    platforms: everywhere,
    description: 'Answers a dialog that asks for a text.',
    examples: ['Answer the prompt with "Bob"', 'Answer "Bob" to the prompt'],
    patterns: [
      'answer [the] dialog|prompt|alert with <text>',
      'answer <text> to|in [the] dialog|prompt|alert',
      'type|enter <text> in|into the prompt',
    ],
    build: (places) => perform('answer_dialog', { accept: true, text: placed.text(places) }),
  },
];
