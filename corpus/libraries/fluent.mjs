// https://learn.microsoft.com/fluent-ui/web-components: elements that keep roles and states to themselves (ElementInternals).
export default {
  name: 'fluent',
  script: `
    import { webLightTheme } from '@fluentui/tokens';
    import { setTheme } from '@fluentui/web-components';
    import '@fluentui/web-components/accordion.js';
    import '@fluentui/web-components/accordion-item.js';
    import '@fluentui/web-components/button.js';
    import '@fluentui/web-components/checkbox.js';
    import '@fluentui/web-components/dialog.js';
    import '@fluentui/web-components/dialog-body.js';
    import '@fluentui/web-components/dropdown.js';
    import '@fluentui/web-components/field.js';
    import '@fluentui/web-components/label.js';
    import '@fluentui/web-components/listbox.js';
    import '@fluentui/web-components/menu.js';
    import '@fluentui/web-components/menu-item.js';
    import '@fluentui/web-components/menu-list.js';
    import '@fluentui/web-components/option.js';
    import '@fluentui/web-components/radio.js';
    import '@fluentui/web-components/radio-group.js';
    import '@fluentui/web-components/switch.js';
    import '@fluentui/web-components/tab.js';
    import '@fluentui/web-components/tablist.js';
    import '@fluentui/web-components/text-input.js';

    setTheme(webLightTheme);
    const $ = (id) => document.getElementById(id);
    const say = (text) => { $('out').textContent = text; };
    $('terms').addEventListener('change', (event) => { $('book').disabled = !event.target.checked; });
    $('book').addEventListener('click', () => say('Booked for ' + $('guest').value + ', ' + $('room').value));
    $('quiet').addEventListener('change', (event) => say(event.target.checked ? 'A quiet room' : 'Any room'));
    $('bed').addEventListener('change', () => say('Bed: ' + $('bed').value));
    $('delete').addEventListener('click', () => $('sure').show());
    $('yes').addEventListener('click', () => { $('sure').hide(); say('Booking deleted'); });
    $('no').addEventListener('click', () => $('sure').hide());
    $('tabs').addEventListener('change', () => {
      for (const name of ['prices', 'photos']) $(name + '-panel').hidden = $('tabs').activeid !== name;
    });
    $('share').addEventListener('click', () => say('Shared'));
    $('print').addEventListener('click', () => say('Printed'));
  `,
  body: `
    <style>body { font: 14px sans-serif; max-width: 700px; padding: 12px } section { margin: 12px 0 }</style>
    <section>
      <fluent-text-input id="guest" placeholder="First and last name">Guest</fluent-text-input>
      <fluent-field label-position="after"><label slot="label">Breakfast</label><fluent-checkbox slot="input" id="breakfast"></fluent-checkbox></fluent-field>
      <fluent-field label-position="after"><label slot="label">I accept the terms</label><fluent-checkbox slot="input" id="terms"></fluent-checkbox></fluent-field>
      <fluent-field label-position="after"><label slot="label">Quiet room</label><fluent-switch slot="input" id="quiet"></fluent-switch></fluent-field>
      <fluent-field><label slot="label">Room</label>
        <fluent-dropdown slot="input" id="room" placeholder="Choose a room">
          <fluent-listbox><fluent-option value="Garden">Garden</fluent-option><fluent-option value="Lake">Lake</fluent-option><fluent-option value="Tower">Tower</fluent-option></fluent-listbox>
        </fluent-dropdown>
      </fluent-field>
      <fluent-radio-group id="bed" name="bed" aria-label="Bed">
        <fluent-field label-position="after"><label slot="label">Single</label><fluent-radio slot="input" value="Single"></fluent-radio></fluent-field>
        <fluent-field label-position="after"><label slot="label">Double</label><fluent-radio slot="input" value="Double"></fluent-radio></fluent-field>
        <fluent-field label-position="after"><label slot="label">Twin</label><fluent-radio slot="input" value="Twin" disabled></fluent-radio></fluent-field>
      </fluent-radio-group>
      <fluent-button id="book" appearance="primary" disabled>Book</fluent-button>
      <fluent-button id="delete">Delete booking</fluent-button>
      <fluent-menu>
        <fluent-button slot="trigger">More</fluent-button>
        <fluent-menu-list><fluent-menu-item id="share">Share</fluent-menu-item><fluent-menu-item id="print">Print</fluent-menu-item></fluent-menu-list>
      </fluent-menu>
    </section>
    <section>
      <fluent-tablist id="tabs" activeid="prices"><fluent-tab id="prices">Prices</fluent-tab><fluent-tab id="photos">Photos</fluent-tab></fluent-tablist>
      <div id="prices-panel">120 francs a night</div><div id="photos-panel" hidden>View of the lake</div>
    </section>
    <section>
      <fluent-accordion>
        <fluent-accordion-item><span slot="heading">How do I get there?</span>By boat from Lucerne.</fluent-accordion-item>
        <fluent-accordion-item><span slot="heading">May I bring a dog?</span>Yes, without a fee.</fluent-accordion-item>
      </fluent-accordion>
    </section>
    <fluent-dialog id="sure" type="modal"><fluent-dialog-body><h2 slot="title">Delete the booking?</h2>Nobody can bring it back.
      <fluent-button slot="action" id="no">Keep it</fluent-button><fluent-button slot="action" id="yes" appearance="primary">Delete it</fluent-button></fluent-dialog-body></fluent-dialog>
    <p id="out"></p>
  `,
  right: [
    {
      steps: [
        'The "Book" button is disabled',
        'Type "Ada Lovelace" into "Guest"',
        'Check "I accept the terms"',
        'The "Book" button is enabled',
        'Click "Book"',
        'See "Booked for Ada Lovelace"',
      ],
    },
    { steps: ['Check "Breakfast"', '"Breakfast" is checked', '"I accept the terms" is not checked'] },
    { steps: ['Check "Breakfast"', 'Uncheck "Breakfast"', '"Breakfast" is not checked'] },
    {
      steps: [
        'The "Quiet room" switch is off',
        'Turn on "Quiet room"',
        'The "Quiet room" switch is on',
        'See "A quiet room"',
      ],
    },
    {
      steps: [
        'Choose "Double"',
        'The "Double" radio button is selected',
        'The "Single" radio button is not selected',
        'See "Bed: Double"',
      ],
    },
    { steps: ['The "Twin" radio button is disabled'] },
    {
      steps: [
        'Select "Lake" from "Room"',
        'See "Lake" in "Room"',
        'Do not see "Tower"',
        'Check "I accept the terms"',
        'Click "Book"',
        'See ", Lake"',
      ],
    },
    {
      steps: [
        'See "120 francs a night"',
        'Click the "Photos" tab',
        'See "View of the lake"',
        'Do not see "120 francs"',
        'The "Photos" tab is selected',
        'The "Prices" tab is not selected',
      ],
    },
    {
      steps: [
        'Do not see "By boat from Lucerne."',
        'Click "How do I get there?"',
        'See "By boat from Lucerne."',
        'Do not see "Yes, without a fee."',
      ],
    },
    {
      steps: [
        'Click "Delete booking"',
        'See "Nobody can bring it back."',
        'Click "Keep it"',
        'Do not see "Nobody can bring it back."',
        'Do not see "Booking deleted"',
      ],
    },
    { steps: ['Click "Delete booking"', 'Click "Delete it"', 'See "Booking deleted"'] },
    { steps: ['Do not see "Print"', 'Click "More"', 'Click the menu item "Print"', 'See "Printed"'] },
  ],
  broken: [
    {
      bug: 'the terms open nothing',
      change: ({ script }) => ({ script: script.replace("$('book').disabled = !event.target.checked;", '') }),
      steps: ['Check "I accept the terms"', 'The "Book" button is enabled'],
    },
    {
      bug: 'every switch begins on',
      change: ({ body }) => ({ body: body.replace('id="quiet"', 'id="quiet" checked') }),
      steps: ['The "Quiet room" switch is off'],
    },
    {
      bug: 'the breakfast goes with the terms',
      change: ({ script }) => ({
        script: `${script}; $('terms').addEventListener('change', () => { $('breakfast').checked = false; });`,
      }),
      steps: ['Check "Breakfast"', 'Check "I accept the terms"', '"Breakfast" is checked'],
    },
    {
      bug: 'the bed goes back to the single one',
      change: ({ script }) => ({
        script: `${script}; $('bed').addEventListener('change', () => setTimeout(() => {
          for (const one of document.querySelectorAll('fluent-radio')) one.checked = one.value === 'Single';
        }));`,
      }),
      steps: ['Choose "Double"', 'The "Double" radio button is selected'],
    },
    {
      bug: 'the photos stay hidden',
      change: ({ script }) => ({ script: script.replace("['prices', 'photos']", "['prices']") }),
      steps: ['Click the "Photos" tab', 'See "View of the lake"'],
    },
    {
      bug: 'the dialog does not close',
      change: ({ script }) => ({ script: script.replace("$('sure').hide(); say", 'say') }),
      steps: ['Click "Delete booking"', 'Click "Delete it"', 'Do not see "Nobody can bring it back."'],
    },
    {
      bug: 'the room is not kept',
      change: ({ script }) => ({
        script: `${script}; $('room').addEventListener('change', () => { $('room').value = 'Garden'; });`,
      }),
      steps: ['Select "Lake" from "Room"', 'See "Lake" in "Room"'],
    },
  ],
};
