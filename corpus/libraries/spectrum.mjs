// https://opensource.adobe.com/spectrum-web-components: button, text field, picker, dialog, menu, tabs, switch, toast.
export default {
  name: 'spectrum',
  script: `
    import '@spectrum-web-components/theme/sp-theme.js';
    import '@spectrum-web-components/theme/theme-light.js';
    import '@spectrum-web-components/theme/scale-medium.js';
    import '@spectrum-web-components/button/sp-button.js';
    import '@spectrum-web-components/textfield/sp-textfield.js';
    import '@spectrum-web-components/field-label/sp-field-label.js';
    import '@spectrum-web-components/picker/sp-picker.js';
    import '@spectrum-web-components/menu/sp-menu.js';
    import '@spectrum-web-components/menu/sp-menu-item.js';
    import '@spectrum-web-components/dialog/sp-dialog-wrapper.js';
    import '@spectrum-web-components/overlay/overlay-trigger.js';
    import '@spectrum-web-components/checkbox/sp-checkbox.js';
    import '@spectrum-web-components/switch/sp-switch.js';
    import '@spectrum-web-components/tabs/sp-tabs.js';
    import '@spectrum-web-components/tabs/sp-tab.js';
    import '@spectrum-web-components/tabs/sp-tab-panel.js';
    import '@spectrum-web-components/toast/sp-toast.js';

    const $ = (id) => document.getElementById(id);
    const say = (text) => { $('out').textContent = text; };
    $('save').addEventListener('click', () => {
      if ($('title').value === '') { say('A title is needed'); return; }
      $('toast').open = true;
      say('Saved as ' + $('title').value);
    });
    $('format').addEventListener('change', () => say('Format ' + $('format').value));
    $('layers').addEventListener('change', () => { $('flatten').disabled = !$('layers').checked; });
    $('flatten').addEventListener('click', () => say('Flattened'));
    $('grid').addEventListener('change', () => say($('grid').checked ? 'Grid shown' : 'Grid hidden'));
    $('wrapper').addEventListener('confirm', () => {
      $('file').textContent = 'No file';
      $('wrapper').open = false;
    });
    $('wrapper').addEventListener('cancel', () => { $('wrapper').open = false; });
  `,
  body: `
    <sp-theme system="spectrum" color="light" scale="medium" style="display: block; background: #fff; padding: 20px; min-height: 650px">
      <h1>Export</h1>
      <sp-field-label for="title" required>Title</sp-field-label>
      <sp-textfield id="title" placeholder="Name of the picture"></sp-textfield>
      <sp-field-label for="format">Format</sp-field-label>
      <sp-picker id="format" label="Choose a format">
        <sp-menu-item value="png">PNG</sp-menu-item>
        <sp-menu-item value="jpg">JPEG</sp-menu-item>
        <sp-menu-item value="tif" disabled>TIFF</sp-menu-item>
      </sp-picker>
      <p><sp-checkbox id="layers">Merge layers</sp-checkbox> <sp-switch id="grid">Show the grid</sp-switch></p>
      <sp-button id="save" variant="accent">Save</sp-button>
      <sp-button id="flatten" variant="secondary" disabled>Flatten</sp-button>
      <overlay-trigger type="modal" triggered-by="click">
        <sp-button slot="trigger" variant="negative">Discard</sp-button>
        <sp-dialog-wrapper
          id="wrapper" slot="click-content" headline="Discard the picture?"
          confirm-label="Discard it" cancel-label="Keep it" underlay>
          Your 14 changes will be lost.
        </sp-dialog-wrapper>
      </overlay-trigger>
      <p id="out"></p>
      <p id="file">sunset.raw</p>
      <sp-tabs selected="1" label="Properties">
        <sp-tab label="Colours" value="1"></sp-tab>
        <sp-tab label="Camera" value="2"></sp-tab>
        <sp-tab-panel value="1">256 colours are used.</sp-tab-panel>
        <sp-tab-panel value="2">Taken with a Leica.</sp-tab-panel>
      </sp-tabs>
      <sp-toast id="toast" variant="positive" timeout="6000">The picture is exported</sp-toast>
    </sp-theme>
  `,
  right: [
    {
      steps: [
        'Type "Sunset" into "Title"',
        'Click "Save"',
        'See "Saved as Sunset"',
        'See "The picture is exported"',
      ],
    },
    { steps: ['Do not see "The picture is exported"', 'Click the "Save" button', 'See "A title is needed"'] },
    { steps: ['Select "JPEG" from "Format"', 'See "Format jpg"', 'See "JPEG" in "Format"'] },
    {
      steps: [
        'The "Flatten" button is disabled',
        'Check "Merge layers"',
        '"Merge layers" is checked',
        'Click "Flatten"',
        'See "Flattened"',
      ],
    },
    { steps: ['Turn on "Show the grid"', 'See "Grid shown"', 'The "Show the grid" switch is on'] },
    {
      steps: [
        'Click "Discard"',
        'See "Your 14 changes will be lost."',
        'Click "Discard it"',
        'See "No file"',
        'Do not see "sunset.raw"',
      ],
    },
    {
      steps: [
        'Click "Discard"',
        'See the dialog "Discard the picture?"',
        'Click "Keep it"',
        'See "sunset.raw"',
        'Do not see "Your 14 changes will be lost."',
      ],
    },
    {
      steps: [
        'The "Colours" tab is selected',
        'Click the "Camera" tab',
        'See "Taken with a Leica."',
        'Do not see "256 colours are used."',
      ],
    },
    {
      steps: [
        'Type "Dawn" into "Title"',
        'The "Title" field has the value "Dawn"',
        'Clear "Title"',
        'The "Title" field is empty',
      ],
    },
    { steps: ['Click the "Format" dropdown', 'See "PNG"', 'See "TIFF"', 'The "TIFF" option is disabled'] },
  ],
  broken: [
    {
      bug: 'the toast never opens',
      change: ({ body, script }) => ({ body, script: script.replace("$('toast').open = true;", '') }),
      steps: ['Type "Sunset" into "Title"', 'Click "Save"', 'See "The picture is exported"'],
    },
    {
      bug: 'the file stays',
      change: ({ body, script }) => ({
        body,
        script: script.replace("$('file').textContent = 'No file';", ''),
      }),
      steps: ['Click "Discard"', 'Click "Discard it"', 'Do not see "sunset.raw"'],
    },
    {
      bug: 'the choice goes back',
      change: ({ body, script }) => ({
        body,
        script: script.replace(
          "say('Format ' + $('format').value)",
          "setTimeout(() => { $('format').value = 'png'; }, 200)",
        ),
      }),
      steps: ['Select "JPEG" from "Format"', 'See "JPEG" in "Format"'],
    },
    {
      bug: 'the button stays disabled',
      change: ({ body, script }) => ({ body, script: script.replace("!$('layers').checked", 'true') }),
      steps: ['Check "Merge layers"', 'The "Flatten" button is enabled'],
    },
    {
      bug: 'the panels are exchanged',
      change: ({ body, script }) => ({
        body: body
          .replace('<sp-tab-panel value="1">', '<sp-tab-panel value="0">')
          .replace('<sp-tab-panel value="2">', '<sp-tab-panel value="1">'),
        script,
      }),
      steps: ['Click the "Camera" tab', 'See "Taken with a Leica."'],
    },
  ],
};
