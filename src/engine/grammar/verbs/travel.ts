import { perform } from '../instruction.ts';
import { everywhere, onPhones, onWeb, performOn, type Verb, verb } from '../verb.ts';

/** Going from page to page, from tab to tab, and past dialogs. */
export const travelVerbs: readonly Verb[] = [
  verb({
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
      'Open the books page /admin/books/',
      'Open the deep link shop://cart/1',
    ],
    patterns: [
      'open|visit|launch|load [the] [deep] [page|url|address|link|site|website] <address> [page]',
      'open|visit|load the <bare> page|site|screen|view <address>',
      'open|visit|load the <q> page|site|screen|view <address>',
      'go|navigate to the <bare> page|site|screen|view <address>',
      'go|navigate|browse to [the] [page|url|address|link|site|website] <address> [page]',
      'open [the] app|site|browser at|with|on <address>',
      'start at|on|from <address>',
      'given i|we|you am|are on|at [the] [page|url|address] <address> [page]',
      'given [the] user is on|at [the] [page|url|address] <address> [page]',
    ],
    build: ({ address }) => ({ kind: 'open', address }),
  }),
  verb({
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
  }),
  verb({
    platforms: everywhere,
    description: 'Goes back, by the browser or by the phone.',
    examples: ['Go back', 'Navigate back', 'Press the back button', "Use the browser's back button"],
    patterns: [
      'go|navigate back [in] [the] [browser]',
      "press|click|tap|hit|use the browser's back button",
      'press|click|tap|hit|use [the] back button of|in the browser',
      'press|click|tap|hit [the] [browser] back [button]',
      'go|navigate back to [the] previous page|screen',
      'go|navigate to [the] previous page|screen',
    ],
    build: () => perform('back'),
  }),
  verb({
    platforms: onWeb,
    description: 'Goes forward again.',
    examples: ['Go forward', 'Press the forward button'],
    patterns: [
      'go|navigate forward [in] [the] [browser]',
      'press|click|hit|use the [browser] forward button',
      "press|click|hit|use the browser's forward button",
    ],
    build: () => perform('forward'),
  }),
  verb({
    platforms: onWeb,
    description: 'Loads the page again.',
    examples: ['Reload the page', 'Refresh', 'Refresh the page'],
    patterns: [
      'reload|refresh [the] [current] [page|site|browser|window]',
      "press|click|hit|use the browser's reload|refresh button",
    ],
    build: () => perform('reload'),
  }),
  verb({
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
    build({ text, ordinal = -1 }) {
      if (text === undefined) return perform('switch_tab', { index: ordinal });
      return perform('switch_tab', /^\/|:\/\//.test(text) ? { url: text } : { title: text });
    },
  }),
  verb({
    platforms: onWeb,
    description: 'Goes to the other of two tabs of the browser.',
    examples: ['Switch to the other tab', 'Go back to the other browser tab'],
    patterns: ['switch|change|go|return [back] to the other [browser] tab|window'],
    build: () => perform('switch_tab'),
  }),
  verb({
    platforms: onWeb,
    description: 'Sets the size of the page in pixels, as on a phone or a large screen.',
    examples: ['Set the window to 390 × 844', 'Resize the browser to 1280x720'],
    patterns: [
      'set|change|resize [the] [browser|page] [window|viewport|screen] [size] to <size>',
      'set|change [the] size of the window|viewport|screen|browser to <size>',
    ],
    build: ({ size }) => perform('resize', { ...size }),
  }),
  verb({
    platforms: onWeb,
    description: 'Opens a link in a new tab and looks at that.',
    examples: ['Open the link "Terms" in a new tab', 'Open "Terms" in a new tab and switch to it'],
    patterns: [
      'open <target> in a|another|the new|separate [browser] tab',
      'open <target> in another [browser] tab',
      'open <target> in a|another|the new|separate [browser] tab and|, [then] switch|change|go to it',
      'open <target> in a|another|the new|separate [browser] tab and|, [then] switch|change|go to that|this|the [new] [browser] tab',
    ],
    build: ({ target }) => performOn('open_in_tab', target),
  }),
  verb({
    platforms: onWeb,
    description: 'Opens a link in a tab in the background, and goes on looking at the same page.',
    examples: [
      'Open "Terms" in a background tab',
      'Use Ctrl+click on "Terms" to open it in a background tab',
    ],
    patterns: [
      'open <target> in a|the [new] background tab',
      'open <target> in [a] [new] [tab] [in] the background',
      'use ctrl-click|ctrl+click|control-click|cmd-click|cmd+click on <target> to open it in a|the [new] background [tab]',
      'ctrl-click|ctrl+click|control-click|cmd-click|cmd+click [on] <target> to open it in a|the [new] background [tab]',
    ],
    build: ({ target }) => performOn('open_in_tab', target, { background: true }),
  }),
  verb({
    platforms: onWeb,
    description: 'Closes the current tab of the browser.',
    examples: ['Close the tab', 'Close the current browser tab'],
    patterns: ['close [the|this] [current|new] [browser] tab|window'],
    build: () => perform('close_tab'),
  }),
  verb({
    platforms: everywhere,
    description: 'Says yes to a dialog of the browser or an alert of the phone.',
    examples: ['Accept the dialog', 'Confirm the alert', 'Accept the confirmation'],
    patterns: [
      'accept|confirm|approve|allow [the] [browser|system|permission] dialog|alert|confirmation|prompt|popup|pop-up|permission',
      'say yes|ok to [the] dialog|alert|confirmation|prompt',
    ],
    build: () => perform('answer_dialog', { accept: true }),
  }),
  verb({
    platforms: everywhere,
    description: 'Says no to a dialog of the browser or an alert of the phone.',
    examples: ['Dismiss the dialog', 'Cancel the confirmation', 'Decline the alert'],
    patterns: [
      'dismiss|cancel|decline|reject|deny [the] [browser|system|permission] dialog|alert|confirmation|prompt|popup|pop-up|permission',
      'close [the] alert|confirmation|prompt',
      'say no to [the] dialog|alert|confirmation|prompt',
    ],
    build: () => perform('answer_dialog', { accept: false }),
  }),
  verb({
    platforms: everywhere,
    description: 'Answers a dialog that asks for a text.',
    examples: [
      'Answer the prompt with "Bob"',
      'Answer "Bob" to the prompt',
      'Answer the prompt "Your name?" with "Bob"',
    ],
    patterns: [
      'answer [the] dialog|prompt|alert|question <message:q> with <text> [and] [press|click|confirm] [with] [ok]',
      'answer <text> to|in [the] dialog|prompt|alert|question <message:q>',
      'answer [the] dialog|prompt|alert with <text> and press|click|tap ok',
      'answer [the] dialog|prompt|alert with <text>',
      'answer <text> to|in [the] dialog|prompt|alert',
      'type|enter <text> in|into the prompt',
    ],
    build: ({ text, message }) =>
      perform('answer_dialog', { accept: true, text, ...(message !== undefined && { message }) }),
  }),
  verb({
    platforms: onWeb,
    description:
      'Answers a question: that of a dialog of the browser, or else of the field that is called so.',
    examples: ['Answer "What is your name?" with "Ada"', 'Answer the question "Your pet?" with "Rex"'],
    patterns: ['answer <q> with|by <text>'],
    build: ({ q, text }) => ({
      kind: 'if',
      claim: { claim: 'shown', target: { name: q, role: 'dialog' } },
      step: perform('answer_dialog', { accept: true, text, message: q }),
      otherwise: performOn('type', { name: q }, { text }),
    }),
  }),
  verb({
    platforms: onWeb,
    description:
      'Says yes to what asks: a dialog of the browser, or the dialog in front, if only one of its buttons neither closes nor declines it.',
    examples: ['Confirm', 'Confirm the deletion'],
    patterns: [
      'confirm [it|this|that]',
      'confirm [the] deletion|removal|question|action|request|change|changes',
    ],
    build: () => perform('confirm'),
  }),
  verb({
    platforms: everywhere,
    description: 'Clicks what confirms.',
    examples: ['Confirm with "Send invite"', 'Confirm by clicking "Yes"'],
    patterns: [
      'confirm|approve [it|this|that] with|using <target>',
      'confirm|approve [it|this|that] by clicking|pressing|tapping [on] <target>',
    ],
    build: ({ target }) => performOn('click', target),
  }),
  verb({
    platforms: everywhere,
    description: 'Confirms by a key.',
    examples: ['Confirm with Enter'],
    patterns: ['confirm [it|this|that] with|using|by [pressing] [the] <key> [key]'],
    build: ({ key }) => perform('press', { key }),
  }),
  verb({
    platforms: everywhere,
    description: 'Says yes to the dialog or alert that says this.',
    examples: ['Accept the dialog "Are you sure?"', 'Allow the permission request "Use your camera"'],
    patterns: [
      'accept|confirm|approve|allow|grant [the] [browser|system|permission] dialog|alert|confirmation|prompt|request|question <message:q>',
    ],
    build: ({ message }) => perform('answer_dialog', { accept: true, message }),
  }),
  verb({
    platforms: everywhere,
    description: 'Says no to the dialog or alert that says this.',
    examples: ['Dismiss the dialog "Are you sure?"', 'Deny the permission request "Use your camera"'],
    patterns: [
      'dismiss|cancel|decline|reject|deny|refuse [the] [browser|system|permission] dialog|alert|confirmation|prompt|request|question <message:q>',
    ],
    build: ({ message }) => perform('answer_dialog', { accept: false, message }),
  }),
  verb({
    platforms: onPhones,
    description: 'Grants a permission that the phone asks for.',
    examples: ['Allow the permission request', 'Grant the location permission', 'Allow the permission'],
    patterns: [
      'allow|grant|accept|approve [the] permission [request|dialog|prompt]',
      'allow|grant|accept|approve [the] <bare> permission [request|dialog|prompt]',
    ],
    build: () => perform('answer_dialog', { accept: true }),
  }),
  verb({
    platforms: onPhones,
    description: 'Denies a permission that the phone asks for.',
    examples: ['Deny the permission request', 'Deny the location permission'],
    patterns: [
      'deny|decline|reject|refuse [the] permission [request|dialog|prompt]',
      'deny|decline|reject|refuse [the] <bare> permission [request|dialog|prompt]',
    ],
    build: () => perform('answer_dialog', { accept: false }),
  }),
];
