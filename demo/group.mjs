const act = (title) => ({ type: 'act', title });
const assert = (title) => ({ type: 'assert', title });

/** Of the customer of the shop, and of the one that the pretend phone knows. */
export const password = 'wonderland';

/** The tests of the demo, and what comes of them when all is as it should be. */
export const demoTests = [
  {
    title: 'A customer signs in and buys a teapot',
    platform: 'web',
    steps: [
      act('Open /sign-in'),
      act('Type "alice@example.com" into "Email"'),
      act('Type "{{password}}" into "Password"'),
      act('Click the "Sign in" button'),
      assert('See "Hello, Alice"'),
      act('Click the "Add to cart" button in the section "Teapot"'),
      assert('See "1 item in your cart"'),
      act('Click the "View cart" link'),
      assert('See "Total: $24.00"'),
      act('Click the "Check out" button'),
      assert('See the heading "Thank you, Alice"'),
    ],
    expected: { result: 'PASS' },
  },
  {
    title: 'A coupon takes ten percent off',
    platform: 'web',
    steps: [
      act('Open /'),
      act('Click the "Add to cart" button in the section "Teapot"'),
      act('Click the "Add to cart" button in the section "Green tea"'),
      act('Click the "View cart" link'),
      assert('See "Total: $30.00"'),
      act('Type "TEA10" into "Coupon"'),
      act('Click the "Apply" button'),
      assert('See "Total: $27.00"'),
    ],
    // The bug that is planted in the shop.
    expected: { result: 'FAILED', issue: /Total: \$27\.00.*Total: \$30\.00/s },
  },
  {
    title: 'The app lets a customer sign in',
    platform: 'android',
    steps: [
      act('Type "alice" into "Username"'),
      act('Type "{{password}}" into "Password"'),
      act('Tap "Sign in"'),
      assert('See "Welcome, alice"'),
    ],
    expected: { result: 'PASS' },
  },
];

/** Stores the tests as an ordered group, and returns its id and what starts it: the two parts of its webhook. */
export async function makeGroup({ client, projectId, signal }, tests) {
  const testIds = [];
  for (const { title, platform, steps } of tests) {
    const { test } = await client.call('createTest', { body: { projectId, title, platform, steps }, signal });
    testIds.push(test.id);
  }
  const { group } = await client.call('createGroup', {
    // One after the other is easier to follow on a screen.
    body: { projectId, name: 'Before each release', runMode: 'sequential' },
    signal,
  });
  const path = { id: group.id };
  await client.call('orderTestsOfGroup', { path, body: { testIds }, signal });
  const { webhook } = await client.call('makeGroupWebhook', { path, signal });
  return { groupId: group.id, webhook: { id: webhook.id, secret: webhook.secret } };
}

/** What is not as it should be with a test that has run, or null. */
export function surpriseIn({ expected }, { status, error, output }) {
  if (status !== 'completed') return `it could not be executed: ${error?.message ?? status}`;
  if (output.result !== expected.result) return `${output.result} instead of ${expected.result}`;
  const issues = output.issues.filter(({ type }) => type === 'issue');
  const [issue] = issues;
  if (expected.issue === undefined || issue === undefined) return null;
  const found = `${issue.expectedBehavior}\n${issue.actualBehavior}`;
  return issues.length === 1 && expected.issue.test(found) ? null : `it found something else: ${issue.name}`;
}
