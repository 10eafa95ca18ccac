import { type EverydayPage, say } from './page.ts';

const feed = `<h1>Posts</h1><div id="feed"><article>Post 15</article></div><button id="more">Load more</button>
  <script>let last = 15; more.onclick = () => { more.disabled = true; setTimeout(() => { last += 10; feed.insertAdjacentHTML('beforeend', '<article>Post ' + last + '</article>'); more.disabled = false; if (last >= 55) more.remove(); }, 300); };</script>`;

/** Again and again, only if, and in time. */
export const repeatPages: readonly EverydayPage[] = [
  {
    id: 'a counter',
    body: `<button onclick="n.textContent = Number(n.textContent) + 1">Next</button><button disabled>Back</button><p>Page <b id="n">1</b></p>`,
    done: [
      'Click "Next" 3 times. See "Page 4"',
      'Click "Next" twice. See "Page 3"',
      'Click the Next button once. See "Page 2"',
      'Click "Next" until "Page 6" is visible. See "Page 6"',
      'Double-click "Next". See "Page 3"',
      'Click "Next" 3 times within 20 seconds. See "Page 4"',
    ],
    failed: [
      'Click "Back" 3 times',
      'Click "Next" 3 times. See "Page 3"',
      'Click "Next" until "The end" is visible within 4 seconds',
      'Within 4 seconds, click "Next" until "The end" is visible',
    ],
  },
  {
    id: 'a feed that loads more',
    body: feed,
    done: [
      'Click "Load more" until "Post 45" is visible. See "Post 35". Do not see "Post 55"',
      'Click "Load more" until "Post 15" is visible. Do not see "Post 25"',
      'Click the Load more button until you see "Post 35". See "Post 25"',
      'Click "Load more" 3 times. See "Post 45". Do not see "Post 55"',
      'Click "Load more" twice. See "Post 35". Do not see "Post 45"',
      'Click "Load more" until the "Load more" button is gone. See "Post 55"',
      'Click "Load more" until "Post 25" appears. Do not see "Post 35"',
    ],
    failed: [
      'Click "Load more" until "Post 99" is visible',
      'Click "Load more" 9 times',
      'Click "Show all" until "Post 45" is visible',
      'Click "Show all" 3 times',
    ],
  },
  {
    id: 'a cookie banner that is there',
    body: `<div id="c" role="region" aria-label="Cookies"><p>We use cookies</p><button onclick="c.remove(); say('accepted')">Accept cookies</button></div><h1>Shop</h1><button onclick="say('bought')">Buy</button>${say}`,
    done: [
      'If "Accept cookies" is visible, click it. See "accepted". Do not see "We use cookies"',
      'Click "Accept cookies" if it is visible. See "accepted"',
      'If you see "We use cookies", click "Accept cookies". Click "Buy". See "bought"',
      'If the Accept cookies button is visible, click it and click "Buy". See "bought"',
      'If "Sign in" is not visible, click "Accept cookies". See "accepted"',
    ],
    failed: [
      'If "We use cookies" is visible, click "Reject all"',
      'If "Accept cookies" is visible, click it. See "We use cookies"',
    ],
  },
  {
    id: 'no cookie banner',
    isVariant: true,
    body: `<h1>Shop</h1><button onclick="say('bought')">Buy</button>${say}`,
    done: [
      'If "Accept cookies" is visible, click it. Click "Buy". See "bought"',
      'Click "Accept cookies" if it is visible. Click "Buy". See "bought"',
      'If "Accept cookies" is not visible, click "Buy". See "bought"',
    ],
    failed: [
      'If "Accept cookies" is visible, click it. See "accepted"',
      'If "Shop" is visible, click "Sell"',
    ],
  },
  {
    id: 'a cookie banner that comes late',
    isVariant: true,
    body: `<h1>Shop</h1>${say}<script>setTimeout(() => document.body.insertAdjacentHTML('afterbegin', '<div id="c" style="position:fixed;inset:0;background:#fff"><button onclick="c.remove(); say(&quot;accepted&quot;)">Accept cookies</button></div>'), 1000);</script>`,
    done: [
      'If "Accept cookies" is visible, click it. See "accepted". See "Shop"',
      'Click "Accept cookies" if it appears. See "accepted"',
      'Within 10 seconds, if "Accept cookies" is visible, click it. See "accepted"',
      'If "Accept cookies" is visible within 10 seconds, click it. See "accepted"',
    ],
  },
  {
    id: 'two banners of the same words',
    body: `<button>Accept</button><p>Terms</p><button>Accept</button>`,
    ambiguous: [
      'If "Terms" is visible, click "Accept"',
      'Click "Accept" 2 times',
      'Click "Accept" until "Done" is visible',
    ],
  },
  {
    id: 'a button that is enabled after a while',
    body: `<button id="s" disabled onclick="say('saved')">Save</button><div id="t"></div>${say}<script>setTimeout(() => { s.disabled = false; }, 1200); setTimeout(() => { t.innerHTML = '<table><tr><td>a</td></tr><tr><td>b</td></tr><tr><td>c</td></tr></table>'; }, 900);</script>`,
    done: [
      'Wait until the "Save" button is enabled. Click "Save". See "saved"',
      'Wait until the Save button is enabled. The "Save" button is enabled',
      'Wait for the "Save" button to be enabled. Click "Save". See "saved"',
      'Wait for 3 rows. See 3 rows',
      'Wait until there are 3 rows. See "c"',
      'Wait for at least 2 rows. See "c"',
      'Within 30 seconds see 3 rows',
      'Click "Save". See "saved"',
      'The "Save" button is enabled within 10 seconds',
      'Wait up to 10 seconds for 3 rows',
    ],
    failed: [
      'Wait for 4 rows',
      'Wait until the "Save" button is gone',
      'Wait until the "Send" button is enabled',
      'Wait up to 2 seconds for "Done"',
      'Within 2 seconds see "Done"',
      'See "Done" within 2 seconds',
    ],
  },
  {
    id: 'a result that takes longer than usual',
    body: `<button onclick="say('Working…'); setTimeout(() => say('Done'), 4000)">Start</button>${say}`,
    // These have their time from the sentence, not from the usual limits.
    done: [
      'Click "Start". Within 30 seconds see "Done"',
      'Click "Start". See "Done" within 30 seconds',
      'Click "Start". Wait up to 30 seconds for "Done"',
      'Click "Start". Wait until "Working…" disappears. See "Done"',
    ],
    failed: ['Click "Start". Within 1 second see "Done"'],
  },
];
