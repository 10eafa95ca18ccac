// https://vaadin.com/docs/latest/components: grid (sorting, selection), combo box, dialog, text field, notification.
export default {
  name: 'vaadin',
  styles: ['@vaadin/vaadin-lumo-styles/lumo.css'],
  script: `
    import '@vaadin/button';
    import '@vaadin/checkbox';
    import '@vaadin/combo-box';
    import '@vaadin/dialog';
    import '@vaadin/grid';
    import '@vaadin/grid/vaadin-grid-selection-column.js';
    import '@vaadin/grid/vaadin-grid-sort-column.js';
    import '@vaadin/text-field';
    import { Notification } from '@vaadin/notification';

    const $ = (id) => document.getElementById(id);
    const say = (text) => { $('out').textContent = text; };
    const people = [
      { first: 'Airi', city: 'Tokyo', age: 33 },
      { first: 'Cedric', city: 'Edinburgh', age: 22 },
      { first: 'Ashton', city: 'San Francisco', age: 66 },
      { first: 'Brielle', city: 'New York', age: 61 },
    ];
    $('grid').items = people;
    $('grid').addEventListener('selected-items-changed', () => {
      $('delete').disabled = $('grid').selectedItems.length === 0;
      say($('grid').selectedItems.length + ' selected');
    });
    $('delete').addEventListener('click', () => { $('dialog').opened = true; });
    $('dialog').renderer = (root) => {
      if (root.firstChild !== null) return;
      root.innerHTML = '<p>This removes them for good.</p>';
      const yes = document.createElement('vaadin-button');
      yes.textContent = 'Yes, delete';
      yes.addEventListener('click', () => {
        const chosen = $('grid').selectedItems;
        $('grid').items = $('grid').items.filter((person) => !chosen.includes(person));
        $('grid').selectedItems = [];
        $('dialog').opened = false;
        Notification.show('Deleted', { position: 'bottom-center', duration: 4000 });
      });
      const no = document.createElement('vaadin-button');
      no.textContent = 'No';
      no.addEventListener('click', () => { $('dialog').opened = false; });
      root.append(yes, no);
    };
    $('country').items = ['Austria', 'Australia', 'Norway', 'New Zealand', 'Switzerland'];
    $('country').addEventListener('value-changed', (event) => { if (event.detail.value) say('Country ' + event.detail.value); });
    $('add').addEventListener('click', () => {
      if ($('first').value === '') { $('first').invalid = true; return; }
      $('first').invalid = false;
      $('grid').items = [...$('grid').items, { first: $('first').value, city: $('country').value, age: 40 }];
      $('first').value = '';
    });
  `,
  body: `
    <style>body { padding: 16px; margin: 0 }</style>
    <h2>People</h2>
    <vaadin-text-field id="first" label="First name" error-message="A name is needed" helper-text="As on the passport"></vaadin-text-field>
    <vaadin-combo-box id="country" label="Country"></vaadin-combo-box>
    <vaadin-checkbox id="vip" label="Very important"></vaadin-checkbox>
    <vaadin-button id="add" theme="primary">Add</vaadin-button>
    <vaadin-button id="delete" disabled>Delete</vaadin-button>
    <p id="out"></p>
    <vaadin-grid id="grid" style="height: 320px">
      <vaadin-grid-selection-column></vaadin-grid-selection-column>
      <vaadin-grid-sort-column path="first" header="First name"></vaadin-grid-sort-column>
      <vaadin-grid-sort-column path="city" header="City"></vaadin-grid-sort-column>
      <vaadin-grid-sort-column path="age" header="Age"></vaadin-grid-sort-column>
    </vaadin-grid>
    <vaadin-dialog id="dialog" header-title="Delete people?"></vaadin-dialog>
  `,
  right: [
    { steps: ['See "Tokyo" in the row "Airi"', 'See "66" in the row "Ashton"', 'See 4 rows'] },
    {
      steps: [
        'Select "Norway" from "Country"',
        'See "Country Norway"',
        'The "Country" field has the value "Norway"',
      ],
    },
    {
      steps: [
        'Type "Doris" into the "First name" field',
        'Select "Austria" from "Country"',
        'Click "Add"',
        'See "Austria" in the row "Doris"',
        'See 5 rows',
      ],
    },
    { steps: ['Click the "Add" button', 'See "A name is needed"', 'See 4 rows'] },
    {
      steps: [
        'The "Delete" button is disabled',
        'Check the checkbox in the row "Cedric"',
        'See "1 selected"',
        'The "Delete" button is enabled',
      ],
    },
    {
      steps: [
        'Check the checkbox in the row "Cedric"',
        'Click "Delete"',
        'Click "Yes, delete"',
        'See "Deleted"',
        'Do not see "Cedric"',
      ],
    },
    {
      steps: [
        'See "Airi" before "Cedric"',
        'Click "Age"',
        'See "Cedric" before "Airi"',
        'See "Brielle" before "Ashton"',
      ],
    },
    { steps: ['Check "Very important"', '"Very important" is checked'] },
    {
      steps: [
        'Check the checkbox in the row "Airi"',
        'Click "Delete"',
        'See the dialog "Delete people?"',
        'Click "No"',
        'See "Airi"',
      ],
    },
    { steps: ['"Age" in the row "Airi" is "33"', '"City" in the row "Brielle" is "New York"'] },
    {
      steps: [
        'Type "Zoe" into the "First name" field',
        'The "First name" field has the value "Zoe"',
        'See "As on the passport"',
      ],
    },
  ],
  broken: [
    {
      bug: 'the wrong row is deleted',
      change: ({ body, script }) => ({
        body,
        script: script.replace('!chosen.includes(person)', "person.first !== 'Airi'"),
      }),
      steps: [
        'Check the checkbox in the row "Cedric"',
        'Click "Delete"',
        'Click "Yes, delete"',
        'Do not see "Cedric"',
      ],
    },
    {
      bug: 'the column Age shows the cities',
      change: ({ body, script }) => ({
        body: body.replace('path="age" header="Age"', 'path="city" header="Age"'),
        script,
      }),
      steps: ['"Age" in the row "Airi" is "33"'],
    },
    {
      bug: 'the error text is transparent',
      change: ({ body, script }) => ({
        body: body.replace('<style>', '<style>vaadin-text-field [slot="error-message"] { opacity: 0 } '),
        script,
      }),
      steps: ['Click the "Add" button', 'See "A name is needed"'],
    },
    {
      bug: 'the list has Australia only',
      change: ({ body, script }) => ({ body, script: script.replace("'Austria', ", '') }),
      steps: ['Select "Austria" from "Country"', 'The "Country" field has the value "Austria"'],
    },
    {
      bug: 'the new person gets no row',
      change: ({ body, script }) => ({
        body,
        script: script
          .replace("[...$('grid').items, {", "[...$('grid').items]; void ({")
          .replace('age: 40 }]', 'age: 40 })'),
      }),
      steps: ['Type "Doris" into the "First name" field', 'Click "Add"', 'See "Doris"'],
    },
  ],
};
