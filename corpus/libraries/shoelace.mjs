// https://shoelace.style/components: button, input, select, checkbox, switch, dialog, tab group, alert, details, menu.
export default {
  name: 'shoelace',
  styles: ['@shoelace-style/shoelace/dist/themes/light.css'],
  script: `
    import '@shoelace-style/shoelace/dist/shoelace.js';

    const $ = (id) => document.getElementById(id);
    $('save').addEventListener('click', () => {
      $('out').textContent = 'Saved ' + $('name').value + ' from ' + $('country').value;
    });
    $('terms').addEventListener('sl-change', () => { $('join').disabled = !$('terms').checked; });
    $('join').addEventListener('click', () => { $('out').textContent = 'Welcome aboard'; });
    $('remove').addEventListener('click', () => $('dialog').show());
    $('cancel').addEventListener('click', () => $('dialog').hide());
    $('confirm').addEventListener('click', () => {
      $('dialog').hide();
      $('invoice').remove();
      $('toast').toast();
    });
    $('actions').addEventListener('sl-select', (event) => {
      $('out').textContent = 'Chosen: ' + event.detail.item.value;
    });
    $('rating').addEventListener('sl-change', () => {
      $('out').textContent = 'Plan ' + $('rating').value;
    });
  `,
  body: `
    <style>body { font-family: sans-serif; padding: 20px; max-width: 700px } form > * { margin-bottom: 12px }</style>
    <h1>Account</h1>
    <form onsubmit="return false">
      <sl-input id="name" label="Full name" placeholder="Your name" clearable></sl-input>
      <sl-select id="country" label="Country" placeholder="Choose a country">
        <sl-option value="ch">Switzerland</sl-option>
        <sl-option value="no">Norway</sl-option>
        <sl-option value="nz">New Zealand</sl-option>
      </sl-select>
      <sl-radio-group id="rating" label="Plan" value="basic">
        <sl-radio value="basic">Basic</sl-radio>
        <sl-radio value="pro">Professional</sl-radio>
      </sl-radio-group>
      <sl-checkbox id="terms">I accept the terms</sl-checkbox><br>
      <sl-switch id="mail">E-mail me</sl-switch><br>
      <sl-button id="save" variant="primary">Save</sl-button>
      <sl-button id="join" disabled>Join</sl-button>
      <sl-button id="remove" variant="danger">Delete invoice</sl-button>
      <sl-dropdown>
        <sl-button slot="trigger" caret>Actions</sl-button>
        <sl-menu id="actions">
          <sl-menu-item value="copy">Duplicate</sl-menu-item>
          <sl-menu-item value="archive">Archive</sl-menu-item>
          <sl-menu-item value="none" disabled>Publish</sl-menu-item>
        </sl-menu>
      </sl-dropdown>
    </form>
    <p id="out"></p>
    <p id="invoice">Invoice 2041</p>
    <sl-tab-group>
      <sl-tab slot="nav" panel="general">General</sl-tab>
      <sl-tab slot="nav" panel="custom">Custom</sl-tab>
      <sl-tab-panel name="general">The general settings are here.</sl-tab-panel>
      <sl-tab-panel name="custom">The custom settings are here.</sl-tab-panel>
    </sl-tab-group>
    <sl-details summary="Shipping costs">Free above 50 francs.</sl-details>
    <sl-dialog id="dialog" label="Delete this invoice?">
      It can't be brought back.
      <sl-button id="cancel" slot="footer">Cancel</sl-button>
      <sl-button id="confirm" slot="footer" variant="danger">Delete</sl-button>
    </sl-dialog>
    <sl-alert id="toast" variant="success" duration="4000" closable>The invoice is deleted</sl-alert>
  `,
  right: [
    {
      steps: [
        'Type "Ada Lovelace" into "Full name"',
        'Select "Norway" from "Country"',
        'Click "Save"',
        'See "Saved Ada Lovelace from no"',
      ],
    },
    {
      steps: [
        'The "Join" button is disabled',
        'Check "I accept the terms"',
        'The "Join" button is enabled',
        'Click "Join"',
        'See "Welcome aboard"',
      ],
    },
    {
      steps: [
        'Click "Delete invoice"',
        'See the dialog "Delete this invoice?"',
        'Click the "Delete" button in the dialog "Delete this invoice?"',
        'See "The invoice is deleted"',
        'Do not see "Invoice 2041"',
      ],
    },
    {
      steps: ['Click "Delete invoice"', 'Click "Cancel"', 'The dialog is gone', 'See "Invoice 2041"'],
    },
    {
      steps: [
        'The "General" tab is selected',
        'Click the "Custom" tab',
        'See "The custom settings are here."',
        'Do not see "The general settings are here."',
        'The "General" tab is not selected',
      ],
    },
    { steps: ['Click "Actions"', 'Click the menu item "Archive"', 'See "Chosen: archive"'] },
    { steps: ['Do not see "Free above 50 francs"', 'Click "Shipping costs"', 'See "Free above 50 francs."'] },
    { steps: ['Turn on "E-mail me"', 'The "E-mail me" switch is on', '"I accept the terms" is unchecked'] },
    { steps: ['"Basic" is selected', 'Choose "Professional"', 'See "Plan pro"', '"Basic" is not selected'] },
    {
      steps: [
        'Select "New Zealand" from "Country"',
        'The "Country" dropdown is set to "New Zealand"',
        'Type "Bob" into "Full name"',
        'The "Full name" field has the value "Bob"',
      ],
    },
    {
      steps: [
        'Click "Actions"',
        'The menu item "Publish" is disabled',
        'The menu item "Duplicate" is enabled',
      ],
    },
  ],
  broken: [
    {
      bug: 'the dialog opens but its Delete button does nothing',
      change: ({ body, script }) => ({ body, script: script.replace("$('invoice').remove();", 'return;') }),
      steps: [
        'Click "Delete invoice"',
        'Click the "Delete" button in the dialog "Delete this invoice?"',
        'See "The invoice is deleted"',
      ],
    },
    {
      bug: 'the button stays disabled',
      change: ({ body, script }) => ({ body, script: script.replace("!$('terms').checked", 'true') }),
      steps: ['Check "I accept the terms"', 'The "Join" button is enabled'],
    },
    {
      bug: 'the other panel stays in view',
      change: ({ body, script }) => ({
        body: body.replace('panel="custom">Custom', 'panel="general">Custom'),
        script,
      }),
      steps: ['Click the "Custom" tab', 'See "The custom settings are here."'],
    },
    {
      bug: 'the toast is transparent',
      change: ({ body, script }) => ({
        body: body.replace('<sl-alert id="toast"', '<sl-alert id="toast" style="opacity: 0"'),
        script,
      }),
      steps: [
        'Click "Delete invoice"',
        'Click the "Delete" button in the dialog "Delete this invoice?"',
        'See "The invoice is deleted"',
      ],
    },
    {
      bug: 'the switch goes back',
      change: ({ body, script }) => ({
        body,
        script: `${script}\n$('mail').addEventListener('sl-change', () => setTimeout(() => { $('mail').checked = false; }, 100));`,
      }),
      steps: ['Turn on "E-mail me"', 'The "E-mail me" switch is on'],
    },
    {
      bug: 'the list has another country',
      change: ({ body, script }) => ({ body: body.replace('>New Zealand<', '>Zealand<'), script }),
      steps: ['Select "New Zealand" from "Country"', 'The "Country" dropdown is set to "New Zealand"'],
    },
  ],
};
