// https://select2.org: single, with a search field, multiple, tags, and a disabled option.
export default {
  name: 'select2',
  styles: ['select2/dist/css/select2.css'],
  script: `
    const $ = require('jquery');
    window.jQuery = window.$ = $;
    const plugin = require('select2');
    if (typeof plugin === 'function' && !$.fn.select2) plugin(window, $);

    const say = (text) => $('#out').text(text);
    $('#state').select2({ width: 300 }).on('change', () => say('State is ' + $('#state').val()));
    $('#size').select2({ width: 300, minimumResultsForSearch: Infinity, placeholder: 'Pick a size', allowClear: true })
      .on('change', () => say('Size is ' + ($('#size').val() || 'not chosen')));
    $('#topics').select2({ width: 300 }).on('change', () => say('Topics: ' + $('#topics').val().join(', ')));
    $('#tags').select2({ width: 300, tags: true }).on('change', () => say('Tags: ' + $('#tags').val().join(', ')));
    $('#lock').on('click', () => { $('#state').prop('disabled', true); say('Locked'); });
  `,
  body: `
    <style>body { font-family: sans-serif } p { margin: 14px 0 } label { display: inline-block; width: 90px }</style>
    <p><label for="state">State</label>
      <select id="state">
        <optgroup label="Pacific"><option value="CA">California</option><option value="WA">Washington</option></optgroup>
        <optgroup label="South"><option value="AR">Arkansas</option><option value="KS" selected>Kansas</option>
          <option value="TX" disabled>Texas</option></optgroup>
      </select></p>
    <p><label for="size">Size</label>
      <select id="size"><option></option><option value="s">Small</option><option value="l">Large</option><option value="xl">Extra large</option></select></p>
    <p><label for="topics">Topics</label>
      <select id="topics" multiple><option>Angular</option><option>React</option><option>Vue</option><option>Svelte</option></select></p>
    <p><label for="tags">Tags</label>
      <select id="tags" multiple><option>urgent</option><option>later</option></select></p>
    <p><button id="lock">Lock</button></p>
    <p id="out"></p>
  `,
  right: [
    { steps: ['Select "California" from "State"', 'See "State is CA"', 'See "California" in "State"'] },
    {
      steps: [
        'Select "Arkansas" from "State"',
        'The "State" dropdown is set to "Arkansas"',
        'See "State is AR"',
      ],
    },
    {
      steps: [
        '"Kansas" is selected in "State"',
        'Select "Washington" from "State"',
        '"Washington" is selected in "State"',
      ],
    },
    {
      steps: [
        'See "Pick a size"',
        'Select "Large" from "Size"',
        'See "Size is l"',
        'Do not see "Pick a size"',
      ],
    },
    {
      steps: [
        'Select "React" from "Topics"',
        'Select "Vue" from "Topics"',
        'See "Topics: React, Vue"',
        'Do not see "Angular"',
      ],
    },
    {
      steps: [
        'Click the "Size" dropdown',
        'See "Small", "Large" and "Extra large"',
        'Click the option "Extra large"',
        'See "Size is xl"',
      ],
    },
    {
      steps: [
        'Click the "State" dropdown',
        'The option "Texas" is disabled',
        'The option "California" is enabled',
      ],
    },
    { steps: ['Click "Lock"', 'See "Locked"', 'The "State" dropdown is disabled'] },
    { steps: ['Type "fragile" into "Tags"', 'Press Enter', 'See "Tags: fragile"'] },
    { steps: ['See "Kansas"', 'Do not see "California"', 'Do not see "Extra large"'] },
  ],
  broken: [
    {
      bug: 'the choice is lost',
      change: ({ body, script }) => ({
        body,
        script: script.replace("say('State is ' + $('#state').val())", "$('#state').val('KS')"),
      }),
      steps: ['Select "California" from "State"', 'See "State is CA"'],
    },
    {
      bug: 'Kansas is not offered, Arkansas is',
      change: ({ body, script }) => ({
        body: body.replace('<option value="KS" selected>Kansas</option>', ''),
        script,
      }),
      steps: ['Select "Kansas" from "State"', 'See "Kansas" in "State"'],
    },
    {
      bug: 'the old topic is taken away by the new one',
      change: ({ body, script }) => ({
        body,
        script: script.replace(
          "say('Topics: ' + $('#topics').val().join(', '))",
          "$('#topics').val($('#topics').val().slice(-1)).trigger('change.select2')",
        ),
      }),
      steps: ['Select "React" from "Topics"', 'Select "Vue" from "Topics"', 'See "React" in "Topics"'],
    },
    {
      bug: 'the choice goes back',
      change: ({ body, script }) => ({
        body,
        script: script.replace(
          "say('Size is ' + ($('#size').val() || 'not chosen'))",
          "setTimeout(() => $('#size').val(null).trigger('change.select2'), 150)",
        ),
      }),
      steps: ['Select "Large" from "Size"', 'See "Large" in "Size"'],
    },
    {
      bug: 'it is not locked',
      change: ({ body, script }) => ({
        body,
        script: script.replace("$('#state').prop('disabled', true);", ''),
      }),
      steps: ['Click "Lock"', 'The "State" dropdown is disabled'],
    },
  ],
};
