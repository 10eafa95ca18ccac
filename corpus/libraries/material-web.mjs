// https://material-web.dev: buttons, text field, select, checkbox, switch, radio, dialog, tabs, menu, chips, list.
export default {
  name: 'material-web',
  script: `
    import '@material/web/all.js';

    const $ = (id) => document.getElementById(id);
    const say = (text) => { $('out').textContent = text; };
    $('send').addEventListener('click', () => {
      if (!$('email').value.includes('@')) {
        $('email').error = true;
        $('email').errorText = 'Please enter an e-mail address';
        return;
      }
      $('email').error = false;
      say('Sent to ' + $('email').value);
    });
    $('fruit').addEventListener('change', () => say('Fruit: ' + $('fruit').value));
    $('agree').addEventListener('change', () => { $('next').disabled = !$('agree').checked; });
    $('next').addEventListener('click', () => say('Step 2 of 3'));
    $('ask').addEventListener('click', () => $('dialog').show());
    $('dialog').addEventListener('close', () => say('Answer: ' + $('dialog').returnValue));
    $('tabs').addEventListener('change', () => {
      const index = $('tabs').activeTabIndex;
      document.querySelectorAll('[role=tabpanel]').forEach((panel, i) => { panel.hidden = i !== index; });
    });
    $('more').addEventListener('click', () => { $('menu').open = !$('menu').open; });
    $('menu').addEventListener('close-menu', (event) => say('Menu: ' + event.detail.initiator.innerText.trim()));
    $('wifi').addEventListener('change', () => say($('wifi').selected ? 'Wi-Fi is on' : 'Wi-Fi is off'));
    document.querySelectorAll('md-filter-chip').forEach((chip) => chip.addEventListener('click', () => {
      const chosen = [...document.querySelectorAll('md-filter-chip')].filter((one) => one.selected);
      say('Filters: ' + chosen.map((one) => one.label).join(', '));
    }));
  `,
  body: `
    <style>body { font-family: sans-serif; padding: 20px } main > * { margin-bottom: 12px }</style>
    <main>
      <h1>Fruit shop</h1>
      <div>
        <md-outlined-text-field id="email" label="E-mail" type="email"></md-outlined-text-field>
        <md-filled-text-field label="Comment" type="textarea" rows="2"></md-filled-text-field>
        <md-filled-button id="send">Send</md-filled-button>
      </div>
      <md-outlined-select id="fruit" label="Favourite fruit">
        <md-select-option value="apple"><div slot="headline">Apple</div></md-select-option>
        <md-select-option value="pineapple"><div slot="headline">Pineapple</div></md-select-option>
        <md-select-option value="apricot"><div slot="headline">Apricot</div></md-select-option>
      </md-outlined-select>
      <div><label><md-checkbox id="agree" touch-target="wrapper"></md-checkbox> I agree</label></div>
      <div><label>Wi-Fi <md-switch id="wifi"></md-switch></label></div>
      <div role="radiogroup" aria-label="Size">
        <md-radio id="small" name="size" value="s"></md-radio><label for="small">Small</label>
        <md-radio id="large" name="size" value="l"></md-radio><label for="large">Large</label>
      </div>
      <md-chip-set aria-label="Filters">
        <md-filter-chip label="Organic"></md-filter-chip>
        <md-filter-chip label="Regional"></md-filter-chip>
      </md-chip-set>
      <div>
        <md-outlined-button id="next" disabled>Next</md-outlined-button>
        <md-text-button id="ask">Empty the basket</md-text-button>
        <span style="position: relative">
          <md-filled-tonal-button id="more">More</md-filled-tonal-button>
          <md-menu id="menu" anchor="more">
            <md-menu-item><div slot="headline">Print</div></md-menu-item>
            <md-menu-item><div slot="headline">Share</div></md-menu-item>
          </md-menu>
        </span>
      </div>
      <p id="out"></p>
      <md-tabs id="tabs" aria-label="Details">
        <md-primary-tab>Origin</md-primary-tab>
        <md-primary-tab>Vitamins</md-primary-tab>
      </md-tabs>
      <div role="tabpanel">Grown in Thurgau.</div>
      <div role="tabpanel" hidden>Rich in vitamin C.</div>
      <md-list style="max-width: 300px">
        <md-list-item>Boskoop<div slot="supporting-text">sour</div></md-list-item>
        <md-list-item>Gala<div slot="supporting-text">sweet</div></md-list-item>
        <md-list-item>Idared<div slot="supporting-text">mild</div></md-list-item>
      </md-list>
    </main>
    <md-dialog id="dialog">
      <div slot="headline">Empty the basket?</div>
      <form slot="content" id="form" method="dialog">All 3 fruits will be gone.</form>
      <div slot="actions">
        <md-text-button form="form" value="keep">Keep</md-text-button>
        <md-text-button form="form" value="empty">Empty</md-text-button>
      </div>
    </md-dialog>
  `,
  right: [
    { steps: ['Type "ada@example.com" into "E-mail"', 'Click "Send"', 'See "Sent to ada@example.com"'] },
    {
      steps: [
        'Type "ada" into "E-mail"',
        'Click "Send"',
        'See "Please enter an e-mail address"',
        'Do not see "Sent to"',
      ],
    },
    {
      steps: ['Select "Apple" from "Favourite fruit"', 'See "Fruit: apple"', '"Favourite fruit" is "Apple"'],
    },
    {
      steps: [
        'The "Next" button is disabled',
        'Check "I agree"',
        '"I agree" is checked',
        'Click "Next"',
        'See "Step 2 of 3"',
      ],
    },
    { steps: ['Turn on "Wi-Fi"', 'See "Wi-Fi is on"', 'Turn off "Wi-Fi"', 'See "Wi-Fi is off"'] },
    {
      steps: [
        'Click "Empty the basket"',
        'See "All 3 fruits will be gone."',
        'Click "Empty"',
        'See "Answer: empty"',
        'Do not see "All 3 fruits will be gone."',
      ],
    },
    { steps: ['Click "Empty the basket"', 'Click "Empty"', 'See "Answer: empty"'] },
    { steps: ['Click "Empty the basket"', 'Click the "Keep" button', 'See "Answer: keep"'] },
    {
      steps: [
        'See "Grown in Thurgau."',
        'Click the "Vitamins" tab',
        'See "Rich in vitamin C."',
        'Do not see "Grown in Thurgau."',
        'The "Vitamins" tab is selected',
      ],
    },
    { steps: ['Click "More"', 'Click the menu item "Share"', 'See "Menu: Share"', 'Do not see "Print"'] },
    {
      steps: [
        'Choose "Large"',
        'The "Large" radio button is selected',
        'The "Small" radio button is not selected',
      ],
    },
    { steps: ['Click "Organic"', 'Click "Regional"', 'See "Filters: Organic, Regional"'] },
    { steps: ['See 3 list items', 'See "sweet" in the list item "Gala"', 'See "Boskoop" before "Idared"'] },
    { steps: ['Type "Ripe ones please" into "Comment"', 'The "Comment" field contains "Ripe ones"'] },
  ],
  broken: [
    {
      bug: 'the error is never shown',
      change: ({ body, script }) => ({ body, script: script.replace("$('email').error = true;", '') }),
      steps: ['Type "ada" into "E-mail"', 'Click "Send"', 'See "Please enter an e-mail address"'],
    },
    {
      bug: 'there is no Apple, but a Crab apple tree',
      change: ({ body, script }) => ({ body: body.replace('>Apple<', '>Crab apple tree<'), script }),
      steps: ['Select "Apple" from "Favourite fruit"', '"Favourite fruit" is "Apple"'],
    },
    {
      bug: 'the button stays disabled',
      change: ({ body, script }) => ({ body, script: script.replace("!$('agree').checked", 'true') }),
      steps: ['Check "I agree"', 'The "Next" button is enabled'],
    },
    {
      bug: 'the dialog answers the wrong way round',
      change: ({ body, script }) => ({ body: body.replace('value="empty"', 'value="keep"'), script }),
      steps: ['Click "Empty the basket"', 'Click "Empty"', 'See "Answer: empty"'],
    },
    {
      bug: 'the result is behind an opaque banner',
      change: ({ body, script }) => ({
        body: body.replace(
          '<p id="out"></p>',
          '<div style="position: relative"><p id="out" style="height: 20px"></p><div style="position: absolute; inset: 0; background: #fff"></div></div>',
        ),
        script,
      }),
      steps: ['Turn on "Wi-Fi"', 'See "Wi-Fi is on"'],
    },
    {
      bug: 'the tab changes nothing',
      change: ({ body, script }) => ({ body, script: script.replace('i !== index', 'i !== 0') }),
      steps: ['Click the "Vitamins" tab', 'See "Rich in vitamin C."'],
    },
  ],
};
