import { page, routes } from './serve.mjs';

const anyEmail = 'the e-mail address is not checked';
const swapped = 'two messages are swapped';
const early = 'the button is enabled before the terms are accepted';

/** A registration form with messages beside the fields, a dropdown, a radio group and terms. */
export const validation = {
  name: 'form validation',
  sentences: (url) => [
    `Open ${url}/register`,
    'The "Create account" button is disabled',
    'Type "alice at example" into "E-mail"',
    'Enter "short" in the "Password" field',
    'Select "Sweden" from "Country"',
    'Choose "Business"',
    'Check "I accept the terms"',
    'The "Create account" button is enabled',
    'Click "Create account"',
    'See "Enter an e-mail address such as name@example.com" in "E-mail address section"',
    'See "Use at least 8 characters" in "Password section"',
    'Fill "E-mail" with "alice@example.com"',
    'Clear "Password"',
    'Type "correct horse" into "Password"',
    'Click "Create account"',
    'See "Account created for alice@example.com (Business, Sweden)"',
  ],
  bugs: [
    { name: anyEmail, issue: /Enter an e-mail address such as/ },
    { name: swapped, issue: /Use at least 8 characters|Enter an e-mail address such as/ },
    { name: early, issue: /Create account.*disabled/ },
  ],
  serve(bug) {
    return routes({
      'GET /register': ({ html }) =>
        html(form({ rules: { anyEmail: bug === anyEmail, swapped: bug === swapped, early: bug === early } })),
      'POST /accounts': async ({ body, json }) => json({ id: 17, ...(await body()) }, { status: 201 }),
    });
  },
};

function form({ rules }) {
  return page({
    title: 'Create an account',
    body: `<main><h1>Create an account</h1><form novalidate>
<section aria-label="E-mail address section"><label for="email">E-mail</label><input id="email" type="email" autocomplete="email">
<p class="error" id="email-error" aria-live="polite"></p></section>
<section aria-label="Password section"><label for="password">Password</label><input id="password" type="password">
<p class="error" id="password-error" aria-live="polite"></p></section>
<label for="country">Country</label><select id="country"><option value="">Please choose</option>
<option>Norway</option><option>Sweden</option><option>Switzerland</option></select>
<fieldset><legend>Kind of account</legend>
<label><input type="radio" name="kind" value="Private" checked> Private</label>
<label><input type="radio" name="kind" value="Business"> Business</label></fieldset>
<label><input type="checkbox" id="terms"> I accept the terms</label>
<p><button type="submit" disabled>Create account</button></p></form>
<p id="done" role="status"></p></main>`,
    client: checkForm,
    data: rules,
  });
}

function checkForm({ anyEmail: takesAnyEmail, swapped: isSwapped, early: isEarly }) {
  const one = (selector) => document.querySelector(selector);
  const button = one('button');
  button.disabled = !isEarly;
  one('#terms').addEventListener('change', ({ target }) => {
    button.disabled = !target.checked;
  });
  one('form').addEventListener('submit', async (event) => {
    event.preventDefault();
    const email = one('#email').value;
    const isEmail = takesAnyEmail || /^\S+@\S+\.\S+$/.test(email);
    const isLong = one('#password').value.length >= 8;
    const emailText = isEmail ? '' : 'Enter an e-mail address such as name@example.com';
    const passwordText = isLong ? '' : 'Use at least 8 characters';
    one('#email-error').textContent = isSwapped ? passwordText : emailText;
    one('#password-error').textContent = isSwapped ? emailText : passwordText;
    if (!isEmail || !isLong) return;
    const kind = one('input[name=kind]:checked').value;
    const answer = await fetch('/accounts', {
      method: 'POST',
      body: JSON.stringify({ email, kind, country: one('#country').value }),
    });
    const account = await answer.json();
    one('form').hidden = true;
    one('#done').textContent = `Account created for ${account.email} (${account.kind}, ${account.country})`;
  });
}
