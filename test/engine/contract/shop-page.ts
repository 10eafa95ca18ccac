/** The shop of the pretended phones as a web page: the same words, the same behaviour, a path for each screen. */
export const shopPage = `<!doctype html><meta charset=utf-8><title>Shop</title>
<style>body{font:16px sans-serif;max-width:390px}li{display:flex;gap:20px;height:60px}[role=switch]{width:40px;height:20px;background:#ccc}</style>
<main></main>
<script>
const main = document.querySelector('main');
const themes = 'Light Dark System Sepia Blue Green Amber Rose Slate Contrast Night Paper'.split(' ');
let items = Array.from({ length: 40 }, (_, index) => index + 1);
const show = (html) => { main.innerHTML = html; };
const on = (selector, listener, type = 'click') =>
  main.querySelectorAll(selector).forEach((one) => one.addEventListener(type, () => listener(one)));
const say = (text) => { main.querySelector('output').textContent = text; };

function login() {
  show('<h1>Shop</h1><p>Sign in to your account</p><label>Username <input id=u></label><br><label>Password <input id=p type=password></label><br>' +
    '<label><input type=checkbox> Remember me</label><br><button id=f>Forgot password?</button><br><output></output><br><button id=s>Sign in</button>');
  on('#f', () => {
    const address = prompt('Which address shall we write to?');
    if (address) say('A letter is on its way to ' + address);
  });
  on('#s', () => {
    if (u.value !== 'alice' || p.value !== 'wonderland') return say('Wrong user or password');
    show('<p>Loading…</p>');
    setTimeout(() => list('alice'), 300);
  });
}
function list(user) {
  show('<h1>Items</h1><p>Welcome, ' + user + '</p><ul>' + items.map((item) =>
    '<li><a href="#" data-item=' + item + '>Item ' + item + '</a> <span>' + item + '.00 €</span> <button data-delete=' + item + '>Delete</button></li>').join('') + '</ul>');
  on('[data-delete]', ({ dataset }) => {
    const item = Number(dataset.delete);
    if (confirm('Delete Item ' + item + '?')) items = items.filter((one) => one !== item);
    list(user);
  });
  on('[data-item]', ({ dataset }) => {
    event.preventDefault();
    history.pushState({}, '', '/item');
    show('<h1>Item ' + dataset.item + '</h1><p>All about item ' + dataset.item + ' &amp; "more" &lt;of it&gt;</p>');
  });
  onpopstate = () => list(user);
}
function settings() {
  show('<h1>Settings</h1><div><span id=n1>Notifications</span> <div id=n role=switch aria-checked=false aria-labelledby=n1></div></div>' +
    '<div><span id=z1>Frozen</span> <div role=switch aria-checked=false aria-labelledby=z1></div></div>' +
    '<label>Theme <select>' + themes.map((theme) => '<option>' + theme + '</option>').join('') + '</select></label>' +
    '<p>Nickname</p><input id=k><p><button id=s disabled>Save</button> <button disabled>Never</button></p><output></output>');
  on('#n', (one) => one.setAttribute('aria-checked', String(one.ariaChecked !== 'true')));
  on('#k', () => setTimeout(() => { s.disabled = false; }, 400), 'input');
  on('#s', () => say('Saved as ' + k.value));
}
location.pathname === '/settings' ? settings() : login();
</script>`;
