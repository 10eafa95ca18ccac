import { escapeHtml, page, routes } from './serve.mjs';

const wrongText = 'the refusal asks for an e-mail address that nobody has typed';
const lost = 'the session is lost after a reload';
const stays = 'signing out does not end the session';

/** Sign in with a cookie, a wrong password first, then out again. */
export const login = {
  name: 'login',
  feature: /sign|log ?in/i,
  sentences: (url) => [
    `Open ${url}/login`,
    'Type "alice" into "Username"',
    'Type "letmein" into "Password"',
    'Click "Sign in"',
    'See "Wrong username or password"',
    'Type "secret" into "Password"',
    'Click "Sign in"',
    'See "Welcome, alice"',
    'Reload the page',
    'See "Welcome, alice"',
    'Click "Sign out"',
    'See "You are signed out"',
    `Go to ${url}/account`,
    'Do not see "Welcome, alice"',
  ],
  bugs: [
    { name: wrongText, issue: /Wrong username or password.*Wrong e-mail address or password/ },
    { name: lost, issue: /Welcome, alice.*Please sign in/ },
    { name: stays, issue: /not.*Welcome, alice/i },
  ],
  serve(bug) {
    const sessions = new Map();
    const refusal = bug === wrongText ? 'Wrong e-mail address or password.' : 'Wrong username or password.';
    return routes({
      'GET /login': ({ html, query }) =>
        html(form({ username: '', notice: query.has('out') ? 'You are signed out.' : '', refusal: '' })),
      'POST /login': async ({ form: read, html, redirect }) => {
        const fields = await read();
        const username = fields.get('username') ?? '';
        if (fields.get('password') !== 'secret')
          return html(form({ username, notice: '', refusal }), { status: 401 });
        const id = crypto.randomUUID();
        sessions.set(id, { username, views: 0 });
        return redirect('/account', { 'set-cookie': `session=${id}; HttpOnly; SameSite=Lax; Path=/` });
      },
      'GET /account': ({ cookies, html }) => {
        const session = sessions.get(cookies.get('session'));
        if (session) session.views += 1;
        if (!session || (bug === lost && session.views > 1)) {
          return html(form({ username: '', notice: 'Please sign in to see your account.', refusal: '' }));
        }
        return html(account(session.username));
      },
      'POST /logout': ({ cookies, redirect }) => {
        if (bug !== stays) sessions.delete(cookies.get('session'));
        redirect('/login?out', bug === stays ? {} : { 'set-cookie': 'session=; Max-Age=0; Path=/' });
      },
    });
  },
};

function form({ username, notice, refusal }) {
  return page({
    title: 'Sign in',
    body: `<main><h1>Sign in to your account</h1>
${notice && `<p class="notice" role="status">${notice}</p>`}
${refusal && `<p class="error" role="alert">${refusal}</p>`}
<form method="post" action="/login">
<label for="username">Username</label><input id="username" name="username" autocomplete="username" value="${escapeHtml(username)}">
<label for="password">Password</label><input id="password" name="password" type="password">
<p><button>Sign in</button> <a href="/forgotten">Forgotten your password?</a></p>
</form></main>`,
  });
}

function account(username) {
  return page({
    title: 'Your account',
    body: `<header><form method="post" action="/logout"><button>Sign out</button></form></header>
<main><h1>Welcome, ${escapeHtml(username)}</h1><p>You have 3 new messages.</p></main>`,
  });
}
