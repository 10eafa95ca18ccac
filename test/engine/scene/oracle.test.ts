import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { find } from '../../../src/engine/scene/find.ts';
import type { Scene } from '../../../src/engine/scene/scene.ts';
import type { Role } from '../../../src/engine/scene/target.ts';
import { browserProgram } from '../../support/browser.ts';
import { never, startPool, takeDevice } from '../browser/support.ts';

/** Ways to give a thing its role, name and state, in the words of HTML and ARIA. */
const fragments = [
  '<button>Save</button>',
  '<button aria-label="Close">×</button>',
  '<button><img alt="Print" src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="></button>',
  '<button title="Undo"><svg width=10 height=10></svg></button>',
  '<div role=button tabindex=0>Draw</div>',
  '<input type=submit value="Send">',
  '<input type=image alt="Search now" src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" width=20 height=20>',
  '<button disabled>Stopped</button>',
  '<button aria-pressed=true>Bold</button>',
  '<button aria-expanded=false>More</button>',
  '<summary role=button>Fold</summary>',
  '<a href="#a">Home page</a>',
  '<a href="#b" aria-label="Read more about cats">More…</a>',
  '<span role=link tabindex=0>Drawn link</span>',
  '<h2>Orders</h2>',
  '<div role=heading aria-level=3>Prices</div>',
  '<label>First name <input></label>',
  '<label for=f2>Second name</label><input id=f2>',
  '<span id=l3>Third</span> <span id=l4>name</span><input aria-labelledby="l3 l4">',
  '<input aria-label="Fourth name">',
  '<input placeholder="Fifth name">',
  '<label>Notes <textarea></textarea></label>',
  '<label>Mail <input type=email></label>',
  '<label>Find <input type=search></label>',
  '<label>Amount <input type=number></label>',
  '<label>Loud <input type=range></label>',
  '<label>Pick <select><option>One<option>Two</select></label>',
  '<label>Many <select multiple><option>Red<option>Blue</select></label>',
  '<label><input type=checkbox checked> Accept</label>',
  '<input type=checkbox id=c2><label for=c2>Subscribe</label>',
  '<div role=checkbox aria-checked=false tabindex=0 aria-labelledby=c3></div><span id=c3>Drawn box</span>',
  '<label><input type=radio name=r> Plain</label>',
  '<label><input type=radio name=r checked> Fancy</label>',
  '<div role=switch aria-checked=true tabindex=0>Dark mode</div>',
  '<div role=tablist><div role=tab aria-selected=true tabindex=0>General</div><div role=tab tabindex=-1>Details</div></div>',
  '<ul role=menu><li role=menuitem tabindex=0>Cut</li><li role=menuitemcheckbox aria-checked=true tabindex=-1>Wrap</li></ul>',
  '<ul role=listbox aria-label="Towns"><li role=option aria-selected=true>Rome</li><li role=option>Oslo</li></ul>',
  '<div role=slider aria-valuenow=5 aria-valuemin=0 aria-valuemax=9 aria-label="Heat" tabindex=0 style="width:90px;height:9px"></div>',
  '<div role=combobox aria-expanded=false aria-label="Drawn list" tabindex=0>None</div>',
  '<div role=textbox contenteditable=true aria-label="Letter"></div>',
  '<div role=dialog aria-label="Question"><p>Sure?</p></div>',
  '<div role=alert>It broke</div>',
  '<nav aria-label="Main"><a href="#n">Start</a></nav>',
  '<table><caption>Sales</caption><tr><th>Year<th>Sum</tr><tr><td>2024<td>10</tr></table>',
  '<fieldset><legend>Address</legend><label>Street <input></label></fieldset>',
  '<img alt="A cat" width=20 height=20 src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=">',
  '<details open><summary>Facts</summary>They follow</details>',
];

/** What people name in a test: the role in the browser's tree, and the word for it in a sentence. */
const kinds: Readonly<Record<string, Role>> = {
  button: 'button',
  link: 'link',
  heading: 'heading',
  textbox: 'field',
  searchbox: 'field',
  spinbutton: 'field',
  slider: 'slider',
  combobox: 'dropdown',
  listbox: 'dropdown',
  option: 'option',
  checkbox: 'checkbox',
  radio: 'radio',
  switch: 'switch',
  tab: 'tab',
  menuitem: 'menu item',
  menuitemcheckbox: 'menu item',
  dialog: 'dialog',
  image: 'image',
};

interface Told {
  readonly kind: Role;
  readonly name: string;
  readonly states: Readonly<Record<string, unknown>>;
}

async function toldByBrowser(page: Page): Promise<Told[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const isWithin = (parentId: string | undefined, roles: RegExp): boolean => {
    const parent = byId.get(parentId ?? '');
    return (
      parent !== undefined && (roles.test(String(parent.role?.value)) || isWithin(parent.parentId, roles))
    );
  };
  return nodes.flatMap(({ ignored, parentId, role, name, properties = [] }) => {
    const kind = kinds[String(role?.value)];
    if (ignored || kind === undefined || !name?.value) return [];
    // Options of a closed list are not on the screen, and a picture on a button is the button.
    if (isWithin(parentId, /^(combobox|button)$/i)) return [];
    const states = Object.fromEntries(properties.map((one) => [one.name, one.value.value]));
    return [{ kind, name: String(name.value), states }];
  });
}

function mistakesIn(scene: Scene, told: readonly Told[]): string[] {
  return told.flatMap(({ kind, name, states }) => {
    const { matches, isSeen } = find(scene, { name, role: kind });
    const [thing, ...others] = matches.map((match) => match.thing);
    if (thing === undefined || !isSeen) return [`the ${kind} "${name}" is not found`];
    if (others.length > 0) return [`the ${kind} "${name}" is found ${matches.length} times`];
    const faults: string[] = [];
    if (states.disabled !== undefined && thing.isDisabled !== states.disabled) faults.push('disabled');
    if (states.checked !== undefined && thing.isChecked !== (states.checked === 'true'))
      faults.push('checked');
    // Whether the browser has opened a list of its own, no page knows.
    const isKnown = states.expanded !== undefined && thing.isExpanded !== null;
    if (isKnown && thing.isExpanded !== states.expanded) faults.push('expanded');
    return faults.map((state) => `the browser tells otherwise whether the ${kind} "${name}" is ${state}`);
  });
}

describe.skipIf(browserProgram === null)('what the browser tells a screen reader', () => {
  let place: Awaited<ReturnType<typeof startPool>>;
  let server: Server;
  let html = '';
  let url = '';
  beforeAll(async () => {
    server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    place = await startPool({ allowPrivate: true });
  });
  afterAll(async () => {
    await place.stop();
    await new Promise((resolve) => server.close(resolve));
  });

  async function mistakesOn(body: string): Promise<string[]> {
    html = `<!doctype html><meta charset=utf-8><title>Page</title><body>${body}`;
    const hand = await takeDevice(place.pool);
    const context = await place.browser.newContext();
    try {
      await hand.open(url);
      const page = await context.newPage();
      await page.setContent(html);
      return mistakesIn(await hand.device.scene(never), await toldByBrowser(page));
    } finally {
      await context.close();
      await hand.device.close();
    }
  }

  it('is found under its role, name and state', async () => {
    expect(await mistakesOn(fragments.map((fragment) => `<div>${fragment}</div>`).join('\n'))).toEqual([]);
  });

  it('is found so in shadow trees, in any order', async () => {
    const hosts = fragments
      .toReversed()
      .map((fragment) => `<div><template shadowrootmode=open>${fragment}</template></div>`);
    expect(await mistakesOn(hosts.join('\n'))).toEqual([]);
  });
});
