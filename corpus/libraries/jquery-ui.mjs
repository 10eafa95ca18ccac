// https://jqueryui.com/demos: tabs, accordion, dialog, date picker, autocomplete, select menu, slider, spinner, sortable.
export default {
  name: 'jquery-ui',
  styles: ['jquery-ui/dist/themes/base/jquery-ui.css'],
  script: `
    const $ = require('jquery');
    window.jQuery = window.$ = $;
    require('jquery-ui/dist/jquery-ui.js');

    const say = (text) => $('#out').text(text);
    $('#tabs').tabs();
    $('#accordion').accordion({ heightStyle: 'content' });
    $('#date').datepicker({ dateFormat: 'yy-mm-dd', defaultDate: '2026-03-01', onSelect: (text) => say('Date ' + text) });
    $('#language').autocomplete({
      source: ['Java', 'JavaScript', 'Scala', 'Ruby'],
      select: (event, ui) => say('Language ' + ui.item.value),
    });
    $('#speed').selectmenu({ change: (event, ui) => say('Speed ' + ui.item.value) });
    $('#volume').slider({ value: 40, change: (event, ui) => say('Volume ' + ui.value) });
    $('#seats').spinner({ min: 1, max: 9, stop: () => $('#seatCount').text($('#seats').val() + ' seats') });
    $('#bold').checkboxradio();
    $('#tasks').sortable({
      update: () => say('Order saved'),
    });
    $('#confirm').dialog({
      autoOpen: false,
      modal: true,
      buttons: {
        'Delete all': function () { $('#tasks li').remove(); say('All deleted'); $(this).dialog('close'); },
        Cancel: function () { $(this).dialog('close'); },
      },
    });
    $('#empty').button().on('click', () => $('#confirm').dialog('open'));
    $('#menu').menu({ select: (event, ui) => say('Menu ' + ui.item.text().trim()) });
  `,
  body: `
    <style>body { font-family: sans-serif } #volume { width: 300px; margin: 12px } .row { margin: 8px 0 } #menu { width: 150px } #page { display: grid; grid-template-columns: 560px 560px; gap: 40px }</style>
    <div id="page"><div>
      <div class="row"><label for="date">Date</label> <input id="date"></div>
      <div class="row"><label for="language">Language</label> <input id="language"></div>
      <div class="row"><label for="speed">Speed</label>
        <select id="speed"><option>Slow</option><option selected>Medium</option><option>Fast</option></select></div>
      <div class="row"><label for="seats">Seats</label> <input id="seats" value="2"> <span id="seatCount">2 seats</span></div>
      <div class="row"><label for="bold">Bold</label><input type="checkbox" id="bold"></div>
      <div id="volume"></div>
      <p id="out"></p>
      <button id="empty">Delete tasks</button>
      <ul id="tasks"><li>Wash up</li><li>Tidy up</li><li>Go out</li></ul>
      <div id="confirm" title="Delete all tasks?"><p>These tasks can't be brought back.</p></div>
    </div>
    <div><div id="tabs">
      <ul><li><a href="#t1">Recipes</a></li><li><a href="#t2">Shopping</a></li></ul>
      <div id="t1">Soup of the day</div>
      <div id="t2">Two pounds of flour</div>
    </div>
    <div id="accordion">
      <h3>Opening hours</h3><div><p>From nine to five.</p></div>
      <h3>How to get here</h3><div><p>Take the number 6 tram.</p></div>
    </div>
    <ul id="menu">
      <li><div>Electronics</div><ul><li><div>Car Hifi</div></li><li><div>Utilities</div></li></ul></li>
      <li><div>Movies</div></li>
      <li class="ui-state-disabled"><div>Toys (n/a)</div></li>
    </ul></div></div>
  `,
  right: [
    {
      steps: [
        'The "Recipes" tab is selected',
        'Click the "Shopping" tab',
        'See "Two pounds of flour"',
        'Do not see "Soup of the day"',
      ],
    },
    {
      steps: [
        'See "From nine to five."',
        'Click "How to get here"',
        'See "Take the number 6 tram."',
        'Do not see "From nine to five."',
      ],
    },
    {
      steps: [
        'Click the "Date" field',
        'See "March 2026"',
        'Click "17"',
        'See "Date 2026-03-17"',
        'The "Date" field has the value "2026-03-17"',
      ],
    },
    { steps: ['Type "java" into "Language"', 'Click "JavaScript"', 'See "Language JavaScript"'] },
    { steps: ['Select "Fast" from "Speed"', 'See "Speed Fast"', 'See "Fast" in "Speed"'] },
    {
      steps: [
        'Click "Delete tasks"',
        'See the dialog "Delete all tasks?"',
        'Click "Delete all"',
        'See "All deleted"',
        'Do not see "Wash up"',
      ],
    },
    { steps: ['Click "Delete tasks"', 'Click "Cancel"', 'The dialog is gone', 'See "Wash up"'] },
    { steps: ['Drag "Wash up" to "Go out"', 'See "Tidy up" before "Wash up"'] },
    { steps: ['Hover over "Electronics"', 'Click "Utilities"', 'See "Menu Utilities"'] },
    { steps: ['Check "Bold"', '"Bold" is checked'] },
    { steps: ['Type "5" into "Seats"', 'Press Tab', 'See "5 seats"'] },
    { steps: ['Do not see "Car Hifi"', 'Click the menu item "Movies"', 'See "Menu Movies"'] },
    {
      steps: [
        'Click the "Date" field',
        'Click "Next"',
        'See "April 2026"',
        'Click "30"',
        'The "Date" field has the value "2026-04-30"',
      ],
    },
  ],
  broken: [
    {
      bug: 'the day before is taken',
      change: ({ body, script }) => ({
        body,
        script: script.replace(
          "onSelect: (text) => say('Date ' + text)",
          "onSelect: (text) => { $('#date').val(text.replace('-17', '-16')); say('Date ' + $('#date').val()); }",
        ),
      }),
      steps: ['Click the "Date" field', 'Click "17"', 'The "Date" field has the value "2026-03-17"'],
    },
    {
      bug: 'the tasks snap back',
      change: ({ body, script }) => ({
        body,
        script: script.replace(
          "$('#tasks').sortable({",
          "$('#tasks').sortable({ stop: () => $('#tasks').sortable('cancel'),",
        ),
      }),
      steps: ['Drag "Wash up" to "Go out"', 'See "Tidy up" before "Wash up"'],
    },
    {
      bug: 'the dialog closes and nothing is deleted',
      change: ({ body, script }) => ({ body, script: script.replace("$('#tasks li').remove();", '') }),
      steps: ['Click "Delete tasks"', 'Click "Delete all"', 'Do not see "Wash up"'],
    },
    {
      bug: 'the list has no JavaScript',
      change: ({ body, script }) => ({ body, script: script.replace("'JavaScript', ", '') }),
      steps: ['Type "java" into "Language"', 'Click "JavaScript"', 'See "Language JavaScript"'],
    },
    {
      bug: 'the tab shows an empty panel',
      change: ({ body, script }) => ({
        body: body.replace('<div id="t2">', '<div id="t2" style="font-size: 0">'),
        script,
      }),
      steps: ['Click the "Shopping" tab', 'See "Two pounds of flour"'],
    },
    {
      bug: 'the select menu keeps its old choice',
      change: ({ body, script }) => ({
        body,
        script: script.replace(
          "say('Speed ' + ui.item.value)",
          "$('#speed').val('Medium').selectmenu('refresh')",
        ),
      }),
      steps: ['Select "Fast" from "Speed"', 'See "Fast" in "Speed"'],
    },
  ],
};
