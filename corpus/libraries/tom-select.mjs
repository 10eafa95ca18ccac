// https://tom-select.js.org: one choice, several with a button to remove each, and new entries.
export default {
  name: 'tom-select',
  styles: ['tom-select/dist/css/tom-select.default.css'],
  script: `
    import TomSelect from 'tom-select';

    const out = document.getElementById('out');
    const country = new TomSelect('#country', { onChange: (value) => { out.textContent = 'Country is ' + value; } });
    const skills = new TomSelect('#skills', {
      plugins: ['remove_button'],
      maxItems: 3,
      onChange: (value) => { out.textContent = 'Skills: ' + value.join(', '); },
    });
    const tags = new TomSelect('#tags', {
      create: true,
      persist: false,
      onChange: (value) => { out.textContent = 'Tags: ' + value; },
    });
    document.getElementById('lock').addEventListener('click', () => { country.disable(); out.textContent = 'Locked'; });
    document.getElementById('reset').addEventListener('click', () => { country.clear(); skills.clear(); out.textContent = 'All empty'; });
  `,
  body: `
    <style>body { font-family: sans-serif; max-width: 600px } p { margin: 12px 0 }</style>
    <p><label for="country">Country</label>
      <select id="country" placeholder="Pick a country">
        <option value="">Pick a country</option><option value="no">Norway</option><option value="se">Sweden</option>
        <option value="ng">Niger</option><option value="na">Nigeria</option><option value="aq" disabled>Antarctica</option>
      </select></p>
    <p><label for="skills">Skills</label>
      <select id="skills" multiple placeholder="Up to three">
        <option>Cooking</option><option>Sewing</option><option>Welding</option><option>Baking</option><option>Swimming</option>
      </select></p>
    <p><label for="tags">Tags</label><input id="tags" value="urgent,later"></p>
    <p><button id="lock">Lock the country</button> <button id="reset">Reset</button></p>
    <p id="out"></p>
  `,
  right: [
    { steps: ['Select "Sweden" from "Country"', 'See "Country is se"', '"Country" is "Sweden"'] },
    {
      steps: [
        'Select "Niger" from "Country"',
        'See "Country is ng"',
        '"Niger" is selected in "Country"',
        'Do not see "Nigeria"',
      ],
    },
    { steps: ['Select "Nigeria" from the "Country" dropdown', 'See "Country is na"'] },
    {
      steps: [
        'Select "Sewing" from "Skills"',
        'Select "Baking" from "Skills"',
        'See "Skills: Sewing, Baking"',
        'See "Sewing" before "Baking"',
        'Do not see "Welding"',
      ],
    },
    {
      steps: [
        'Click "Country"',
        'See "Norway", "Sweden" and "Nigeria"',
        'Click the option "Norway"',
        'See "Country is no"',
        'Do not see "Sweden"',
      ],
    },
    { steps: ['Type "fragile" into "Tags"', 'Press Enter', 'See "Tags: urgent,later,fragile"'] },
    {
      steps: [
        'Type "nor" into "Country"',
        'See the option "Norway"',
        'Do not see the option "Sweden"',
        'Press Enter',
        'See "Country is no"',
      ],
    },
    { steps: ['Click "Lock the country"', 'See "Locked"', 'The "Country" dropdown is disabled'] },
    {
      steps: [
        'Select "Sewing" from "Skills"',
        'See "Sewing" in "Skills"',
        'Click "Reset"',
        'See "All empty"',
        'Do not see "Sewing"',
      ],
    },
    { steps: ['See "urgent"', 'See "later"', 'Do not see "Norway"', 'Do not see "Cooking"'] },
    {
      steps: [
        'Select "Welding" from "Skills"',
        'Select "Cooking" from "Skills"',
        'Press Escape',
        'Click the first "×"',
        'See "Skills: Cooking"',
        'Do not see "Welding"',
      ],
    },
  ],
  broken: [
    {
      bug: 'the choice goes back',
      change: ({ script }) => ({
        script: script.replace(
          "out.textContent = 'Country is ' + value;",
          "if (value !== '') setTimeout(() => country.clear(), 200);",
        ),
      }),
      steps: ['Select "Sweden" from "Country"', '"Country" is "Sweden"'],
    },
    {
      bug: 'Niger is not offered, Nigeria is',
      change: ({ body }) => ({ body: body.replace('<option value="ng">Niger</option>', '') }),
      steps: ['Select "Niger" from "Country"', 'See "Niger" in "Country"'],
    },
    {
      bug: 'only one skill is kept',
      change: ({ script }) => ({ script: script.replace('maxItems: 3', 'maxItems: 1') }),
      steps: ['Select "Sewing" from "Skills"', 'Select "Baking" from "Skills"', 'See "Sewing" in "Skills"'],
    },
    {
      bug: 'new tags are refused',
      change: ({ script }) => ({ script: script.replace('create: true', 'create: false') }),
      steps: ['Type "fragile" into "Tags"', 'Press Enter', 'See "Tags: urgent,later,fragile"'],
    },
    {
      bug: 'the wrong value is kept',
      change: ({ body }) => ({
        body: body.replace('<option value="no">Norway', '<option value="nor">Norway'),
      }),
      steps: ['Select "Norway" from "Country"', 'See "Country is no"'],
    },
    {
      bug: 'the country is not locked',
      change: ({ script }) => ({ script: script.replace('country.disable();', '') }),
      steps: ['Click "Lock the country"', 'See "Locked"', 'The "Country" dropdown is disabled'],
    },
  ],
};
