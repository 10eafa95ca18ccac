import { type EverydayPage, say } from './page.ts';

/** What is done with fields, dialogs, boxes and lists. */
export const actPages: readonly EverydayPage[] = [
  {
    id: 'a dialog over a page with the same buttons',
    body: `<h1>Files</h1><button onclick="say('page ok')">OK</button><button onclick="d.showModal()">Delete all</button>
      <dialog id="d" aria-labelledby="dt"><h2 id="dt">Are you sure?</h2><p>3 files will be gone.</p><button onclick="d.close(); say('deleted')">OK</button><button onclick="d.close(); say('kept')">Cancel</button><button aria-label="Close" onclick="d.close(); say('closed')">×</button></dialog>${say}`,
    done: [
      'Click "Delete all". Click "OK" in the dialog. See "deleted". The dialog is gone',
      'Click "Delete all". In the dialog, click "OK". See "deleted"',
      'Click "Delete all". See "3 files will be gone." in the dialog. Close the dialog. See "closed". Do not see "Are you sure?"',
      'Click "Delete all". Close the "Are you sure?" dialog. See "closed"',
      'Click "Delete all". Click the Cancel button in the dialog. See "kept"',
      'Click "Delete all". Press Escape. The dialog is closed',
      'Click "Delete all". The dialog is open. See 3 buttons in the dialog',
    ],
    failed: [
      'Click "OK" in the dialog',
      'In the dialog, click "OK"',
      'Close the dialog',
      'Click "Delete all". The dialog is gone',
      'Click "Delete all". Click "Archive" in the dialog',
      'See "3 files will be gone." in the dialog',
      'Do not see "Error" in the dialog',
      'Click "Delete all". Close the "Settings" dialog',
    ],
  },
  {
    id: 'a button that is called as a key of a phone',
    body: `<input placeholder="What?"><button onclick="say('searched')">Search</button>${say}`,
    done: ['Press Search. See "searched"'],
  },
  {
    id: 'a dialog without a close button that Escape closes',
    isVariant: true,
    body: `<button onclick="m.hidden = false">Open</button><div id="m" hidden role="dialog" aria-modal="true" aria-label="Settings" style="position:fixed;inset:40px;background:#fff;border:1px solid"><p>Sound</p><button>Apply</button></div>
      <script>document.addEventListener('keydown', (event) => { if (event.key === 'Escape') m.hidden = true; });</script>`,
    done: ['Click "Open". See "Sound". Close the dialog. Do not see "Sound"'],
  },
  {
    id: 'a dialog that nothing closes',
    body: `<div role="dialog" aria-modal="true" aria-label="Settings" style="position:fixed;inset:40px;background:#fff;border:1px solid"><p>Sound</p><button>Apply</button></div>`,
    failed: ['Close the dialog'],
  },
  {
    id: 'boxes and switches',
    body: `<label><input type="checkbox" id="d" onchange="say('dark ' + d.checked)"> Dark mode</label>
      <button role="switch" aria-checked="true" aria-label="Wi-Fi" onclick="const on = this.getAttribute('aria-checked') === 'true'; this.setAttribute('aria-checked', String(!on)); say('wifi ' + !on)"><i style="display:block;width:20px;height:20px;background:#08f"></i></button>
      <label><input type="checkbox" disabled> Beta</label>
      <style>.hid{position:absolute;opacity:0;width:0;height:0}</style><label class="sw"><input type="checkbox" class="hid" id="s" onchange="say('sound ' + s.checked)"><span style="display:inline-block;width:40px;height:20px;background:#ccc"></span> Sound</label>${say}`,
    right: [
      'The "Wi-Fi" switch is on',
      '"Dark mode" is off',
      'The dark mode checkbox is unchecked',
      'The "Sound" switch is off',
      '"Beta" is disabled',
    ],
    wrong: [
      'The "Wi-Fi" switch is off',
      '"Dark mode" is on',
      '"Beta" is enabled',
      'The "Bluetooth" switch is off',
    ],
    done: [
      'Toggle "Dark mode". See "dark true". "Dark mode" is checked. Toggle "Dark mode". See "dark false"',
      'Toggle the Wi-Fi switch. See "wifi false". The Wi-Fi switch is off',
      'Turn off "Wi-Fi". See "wifi false". Turn "Wi-Fi" on. See "wifi true"',
      'Toggle "Sound". See "sound true". Toggle the Sound switch twice. See "sound true"',
      'Check "Dark mode" and "Sound". "Dark mode" and "Sound" are checked',
    ],
    failed: ['Toggle "Beta"', 'Toggle "Bluetooth"', 'Check "Beta"'],
  },
  {
    id: 'parts that open and close',
    body: `<details><summary>Shipping</summary><p>Within 3 days</p></details>
      <h3><button aria-expanded="false" aria-controls="p" onclick="const o = this.getAttribute('aria-expanded') === 'true'; this.setAttribute('aria-expanded', String(!o)); p.hidden = o">Payment</button></h3><div id="p" hidden>By card</div>
      <button aria-expanded="true" onclick="say('stuck')">Stuck</button>${say}`,
    right: [
      '"Shipping" is collapsed',
      '"Stuck" is expanded',
      '"Payment" is not expanded',
      'The "Payment" section is closed',
    ],
    wrong: ['"Shipping" is expanded', '"Stuck" is collapsed', '"Returns" is collapsed'],
    done: [
      'Expand "Shipping". See "Within 3 days". "Shipping" is expanded. Collapse "Shipping". Do not see "Within 3 days"',
      'Expand the "Payment" section. See "By card". Expand "Payment". See "By card". Collapse the Payment section. Do not see "By card"',
      'Collapse "Shipping". "Shipping" is collapsed',
    ],
    failed: ['Collapse "Stuck"', 'Expand "Returns"'],
  },
  {
    id: 'a login form below a link of the same words',
    body: `<header><a href="#login" onclick="say('link')">Log in</a> <a href="#s">Sign up</a></header>
      <form onsubmit="event.preventDefault(); say(u.value === 'alice' && p.value === 'secret' ? 'Hello, alice' : 'Wrong password')"><label for="u">Username</label><input id="u" autocomplete="username"><label for="p">Password</label><input id="p" type="password"><button>Log in</button></form>${say}`,
    done: [
      'Log in as "alice" with password "secret". See "Hello, alice"',
      'Log in as "alice" with the password "wrong". See "Wrong password"',
      'Sign in with username "alice" and password "secret". See "Hello, alice"',
      'Click the "Log in" link in the header. See "link"',
    ],
    failed: ['Log in as "alice" with password "wrong". See "Hello, alice"'],
  },
  {
    id: 'a login form with e-mail and sign in',
    isVariant: true,
    body: `<h1>Sign in</h1><div><div>Email address</div><input id="u" type="email"></div><div><div>Password</div><input id="p" type="password"></div><div><a href="#f">Forgot password?</a></div>
      <button type="button" onclick="say('Hello, ' + u.value + p.value.length)">Sign in</button><button type="button" onclick="say('other')">Sign in with Google</button>${say}`,
    done: [
      'Log in as "a@example.com" with password "secret". See "Hello, a@example.com6"',
      'Log in with email "a@example.com" and password "secret". See "Hello, a@example.com6"',
    ],
  },
  {
    id: 'a page without a login form',
    body: '<h1>Welcome</h1><label>Search <input></label>',
    failed: ['Log in as "alice" with password "secret"'],
  },
  {
    id: 'a form with several kinds of fields',
    body: `<form onsubmit="event.preventDefault(); say([n.value, c.value, a.value, k.value, t.checked].join('/'))"><label for="n">Name</label><input id="n"><label for="c">City</label><input id="c" value="Oslo"><label for="a">About me</label><textarea id="a"></textarea>
      <label for="k">Country</label><select id="k"><option>Denmark</option><option>Norway</option></select><label><input type="checkbox" id="t"> Terms</label><button>Send</button></form>${say}`,
    done: [
      'Fill in the form with: Name "Ada", City "London". Click "Send". See "Ada/London//Denmark/false"',
      'Fill in the form with:\n| Name | Ada |\n| City | London |\nClick "Send". See "Ada/London//Denmark/false"',
      'Fill in the form:\n- Name: Ada\n- About me: Mathematician\nClick "Send". See "Ada/Oslo/Mathematician/Denmark/false"',
      'Fill the form with "Name" "Ada" and "City" "London". Click "Send". See "Ada/London//Denmark/false"',
      'Fill in the form with: Name "Ada", Country "Norway". Click "Send". See "Ada/Oslo//Norway/false"',
      'Set "Country" to "Norway". Type "Ada" into "Name". Click "Send". See "Ada/Oslo//Norway/false"',
      'Fill in the form with:\nName "Ada"\nCountry "Norway"\nThen I click "Send"\nThen I should see "Ada/Oslo//Norway/false"',
      'Append "!" to "City". Click "Send". See "/Oslo!//Denmark/false"',
      'Clear "City". "City" is empty',
      'Clear the City field. The city field is empty',
      'Change "City" to "Rome". Set the "Country" dropdown to "Norway". Click "Send". See "/Rome//Norway/false"',
    ],
    failed: [
      'Set "Country" to "Sweden"',
      'Clear "Country"',
      'Set the "Country" dropdown to "Sweden"',
      'Clear "Street"',
    ],
    unclear: ['Fill in the form with: Name "Ada", Street "x"'],
  },
  {
    id: 'keys and the focus',
    body: `<input id="q" type="search" placeholder="Search products"><button>Go</button><label for="n">Note</label><input id="n"><p id="log">-</p>
      <script>q.onkeydown = (event) => { if (event.key === 'Enter') log.textContent = 'Results for ' + q.value; };</script>`,
    done: [
      'Click in the search field. Type "shoes" and press Enter. See "Results for shoes"',
      'Click in the search field. Type "shoes". Press Enter. See "Results for shoes"',
      'Search for "shoes". See "Results for shoes"',
      'Press Tab. The search field has the focus. Press Tab twice. The "Note" field has the focus. Type "hi". "Note" is "hi"',
      'Press Tab 3 times. Type "x". The note field has the value "x"',
      'Click in the Note field. Type "abc". Press Backspace 2 times. "Note" is "a"',
      'Type "boots" into the search box and press Enter. See "Results for boots"',
      'Type "boots" into the search field. Press Enter in the search field. See "Results for boots"',
    ],
    failed: ['Type "hello"'],
    unclear: ['Click in the street field'],
  },
  {
    id: 'values that are numbers',
    body: `<label for="v">Volume</label><input id="v" type="range" min="0" max="100" value="20" oninput="out.textContent='volume ' + this.value"><label for="q">Quantity</label><input id="q" type="number" value="1">
      <label for="b">Balance</label><input id="b" type="range" min="0" max="10" disabled>${say}`,
    right: ['"Volume" is 20', '"Quantity" is 1', 'The quantity field has the value 1'],
    wrong: ['"Volume" is 50', '"Quantity" is 2', '"Bass" is 5'],
    done: [
      'Set "Volume" to 50. See "volume 50". "Volume" is 50',
      'Set the Volume slider to 75. "Volume" is 75',
      'Set "Quantity" to 3. "Quantity" is 3',
      'Enter 7 as "Quantity". "Quantity" is 7',
      'Enter 5 in the quantity field. The quantity field has the value 5',
    ],
    failed: ['Set "Bass" to 5', 'Set "Volume" to 500', 'Set "Volume" to "loud"', 'Set "Balance" to 5'],
  },
  {
    id: 'fields for dates and colors',
    body: `<label for="d">Arrival</label><input id="d" type="date"><label for="t">Time</label><input id="t" type="time"><label for="c">Color</label><input id="c" type="color">`,
    done: [
      'Enter 2026-05-01 as "Arrival". "Arrival" is "2026-05-01". Enter "10:30" as "Time". "Time" is "10:30". Set "Color" to "#FF8800". "Color" is "#ff8800"',
    ],
    failed: ['Enter "tomorrow" as "Arrival"', 'Enter "25:00" as "Time"', 'Set "Color" to "red"'],
  },
  {
    id: 'one field that takes files, behind a label',
    body: `<style>#f{position:absolute;width:1px;height:1px;opacity:0;overflow:hidden}</style><label for="f" style="border:1px solid;padding:6px;cursor:pointer">Choose a picture</label><input type="file" id="f" onchange="say('Got ' + f.files[0].name)"><label>Title <input></label>${say}`,
    done: [
      'Upload "x.png". See "Got x.png"',
      'Upload "x.png" to "Choose a picture". See "Got x.png"',
      'Attach invoice.pdf. See "Got invoice.pdf"',
    ],
    failed: ['Upload "x.png" to "Avatar"'],
  },
  {
    id: 'two fields that take files',
    isVariant: true,
    body: `<label>Avatar <input type="file" onchange="say('avatar ' + this.files[0].name)"></label><br><label>Documents <input type="file" onchange="say('documents ' + this.files[0].name)"></label>${say}`,
    done: [
      'Upload "x.pdf" to "Documents". See "documents x.pdf"',
      'Upload "x.png" to the avatar field. See "avatar x.png"',
    ],
    ambiguous: ['Upload "x.png"'],
  },
  {
    id: 'no field that takes files',
    body: '<label>Title <input></label><button>Save</button>',
    failed: ['Upload "x.png"'],
  },
  {
    id: 'clicks with keys and other buttons',
    body: `<div id="r" tabindex="0" style="width:200px;padding:8px;border:1px solid" onclick="say('ctrl ' + event.ctrlKey + ' shift ' + event.shiftKey)" oncontextmenu="event.preventDefault(); say('menu')" ondblclick="say('double')" onmouseover="out.title='over'">report.pdf</div>${say}`,
    done: [
      'Ctrl-click "report.pdf". See "ctrl true shift false"',
      'Shift-click "report.pdf". See "ctrl false shift true"',
      'Right-click "report.pdf". See "menu"',
      'Double-click "report.pdf". See "double"',
    ],
    failed: ['Ctrl-click "notes.txt"'],
  },
];
