import { type EverydayPage, say } from './page.ts';

/** Names without quotes, and the parts of a page. */
export const namePages: readonly EverydayPage[] = [
  {
    id: 'a form with first and last name',
    body: `<form onsubmit="event.preventDefault(); say('Registered ' + fn.value + '/' + ln.value + '/' + em.value)">
      <p><label for="fn">First name</label> <input id="fn"></p><p><label for="ln">Last name</label> <input id="ln"></p>
      <p><label for="em">E-mail</label> <input id="em" type="email"></p>
      <p><label><input type="checkbox" id="nl"> Newsletter</label></p>
      <p><label for="co">Country</label> <select id="co"><option>Denmark</option><option>Norway</option></select></p>
      <button>Register now</button></form>${say}`,
    right: [
      'The first name field is empty',
      'See the Register now button',
      'The newsletter checkbox is unchecked',
      'The country dropdown is set to "Denmark"',
      'The last name field is below the first name field',
      'See the email field below the last name field',
      'The "Delete" button is gone',
    ],
    wrong: [
      'The first name field has the value "Ada"',
      'See the "Cancel" button',
      'The newsletter checkbox is checked',
      'The country dropdown is set to "Norway"',
      'The Register now button is gone',
      'The "middle name" field is empty',
      'The first name field is below the last name field',
    ],
    done: [
      'Type "Ada" into the first name field. Type "Lovelace" into the last name field. Click the Register now button. See "Registered Ada/Lovelace/"',
      'Enter "Ada" in the first name field and "Lovelace" in the last name field. Click on Register now. See "Registered Ada/Lovelace/"',
      'Enter "a@example.com" in the email field. Click the "Register now" button. See "Registered //a@example.com"',
      'Tick the newsletter checkbox. The newsletter checkbox is checked',
      'Select Norway from the country dropdown. The country dropdown is set to "Norway"',
      'Type "Ada" into the first field. The first name field has the value "Ada"',
      'Type "x" into the last field. The e-mail field has the value "x"',
      'Type "Bo" into the field below "First name". The last name field has the value "Bo"',
      'Type "Bo" into the field next to "Last name". The last name field has the value "Bo"',
    ],
    failed: ['Type "x" into the field next to "Street"', 'Click on "Cancel"'],
    unclear: [
      'Type "x" into the middle name field',
      'Type "Ada" into the name field',
      'See the Cancel button',
      'The middle name field is empty',
      'Click on the Cancel button',
      'Click on Cancel',
      'Select Sweden from the country dropdown',
      'Tick the terms checkbox',
    ],
    ambiguous: ['Type "Ada" into the field'],
  },
  {
    id: 'a login page with a heading of the same words',
    isVariant: true,
    body: `<header><a href="#help">Help</a></header><main><h1>Login</h1><form onsubmit="event.preventDefault(); say('Welcome, ' + u.value)">
      <div><input id="u" placeholder="Username"></div><div><input id="p" type="password" placeholder="Password"></div>
      <button type="submit">Login</button></form></main>${say}`,
    right: [
      'See the heading Login',
      'See the Login button',
      'The username field is empty',
      'See the Login heading',
    ],
    wrong: ['See the "Logout" button', 'See the heading "Logout"', 'The "Login" link is disabled'],
    done: [
      'Type "alice" into the username field. Type "secret" into the password field. Click on the Login button. See "Welcome, alice"',
      'Enter the username "alice" and the password "secret". Click "Login". See "Welcome, alice"',
      'Log in as "alice" with password "secret". See "Welcome, alice"',
      'Log in with username "alice" and password "secret". See "Welcome, alice"',
      'Click in the username field. Type "alice" and press Enter. See "Welcome, alice"',
    ],
    failed: ['Type "x" into the email field'],
    unclear: ['Click on the Register button', 'See the heading Logout'],
  },
  {
    id: 'a page with header, navigation, sidebar and footer',
    body: `<style>body{margin:0}.c{display:flex}aside{width:200px}</style>
      <header><a href="#logo" onclick="say('logo')">Acme</a><button onclick="say('header account')">Account</button></header>
      <nav aria-label="Main"><ul><li><a href="#h" onclick="say('nav home')">Home</a></li><li><a href="#p" onclick="say('nav products')">Products</a></li></ul></nav>
      <div class="c"><aside><h2>Filters</h2><label><input type="checkbox"> In stock</label><a href="#r" onclick="say('side reset')">Reset</a></aside>
      <main><h1>Products</h1><p>Chairs from $10</p><button onclick="say('main account')">Account</button></main></div>
      <footer><a href="#h2" onclick="say('foot home')">Home</a> <a href="#i" onclick="say('foot imprint')">Imprint</a><p>© 2026 Acme</p></footer>${say}`,
    right: [
      'See "Imprint" in the footer',
      'See the Imprint link in the footer',
      'Do not see "Imprint" in the header',
      'There is no "Imprint" link in the navigation',
      'See the heading "Filters" in the sidebar',
      'The navigation contains "Products"',
      'The footer contains "© 2026 Acme"',
      'See 2 links in the navigation',
      'See 2 links in the footer',
      'See "Products" in the nav bar',
    ],
    wrong: [
      'See "Imprint" in the navigation',
      'Do not see "Imprint" in the footer',
      'See "Filters" in the footer',
      'See the "Reset" link in the navigation',
      'See 3 links in the navigation',
      'The header contains "Imprint"',
      'Do not see "Home" in the navigation',
      'See "Chairs from $10" in the sidebar',
      'Do not see "Error" in the toolbar',
    ],
    done: [
      'Click the Home link in the navigation. See "nav home"',
      'Click "Home" in the footer. See "foot home"',
      'Click the "Home" link in the footer. See "foot home"',
      'In the navigation, click "Home". See "nav home"',
      'Click "Account" in the header. See "header account"',
      'Click the "Account" button below "Products". See "main account"',
      'Click "Reset" in the sidebar. See "side reset"',
      'In the sidebar, check "In stock". "In stock" is checked',
      'Click on the Imprint link. See "foot imprint"',
      'Click the first Home link. See "nav home"',
      'Click the last link in the footer. See "foot imprint"',
    ],
    failed: [
      'Click "Home" in the header',
      'Click the "Home" link in the sidebar',
      'Click the "Imprint" link in the navigation',
    ],
    ambiguous: ['Click "Home"', 'Click on the "Account" button'],
    unclear: ['Click the Home link', 'Click the Imprint link in the navigation'],
  },
  {
    id: 'the same parts as boxes that only classes mark',
    isVariant: true,
    body: `<div class="navbar" role="navigation"><div class="item" onclick="say('nav home')" style="cursor:pointer;display:inline-block">Home</div><div class="item" style="cursor:pointer;display:inline-block" onclick="say('nav about')">About</div></div>
      <div class="hero"><div class="t">Welcome home</div><div class="btn" style="cursor:pointer" onclick="say('started')">Get started</div></div>
      <div role="contentinfo"><span style="cursor:pointer" onclick="say('foot home')">Home</span></div>${say}`,
    done: [
      'Click the Home link in the navigation. See "nav home"',
      'Click "Home" in the footer. See "foot home"',
      'Click on the Get started button. See "started"',
    ],
    ambiguous: ['Click "Home"'],
  },
];
