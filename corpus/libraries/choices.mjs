// https://choices-js.github.io/Choices: one choice with a search, several, groups, and a text field.
export default {
  name: 'choices',
  styles: ['choices.js/public/assets/styles/choices.css'],
  script: `
    import Choices from 'choices.js';

    const $ = (id) => document.getElementById(id);
    const city = new Choices('#city', { shouldSort: false, labelId: 'city-label' });
    $('city').addEventListener('change', () => { $('out').textContent = 'City is ' + $('city').value; });
    const drinks = new Choices('#drinks', { removeItemButton: true, placeholderValue: 'Add a drink', labelId: 'drinks-label' });
    $('drinks').addEventListener('change', () => { $('out').textContent = 'Drinks: ' + drinks.getValue(true).join(', '); });
    const size = new Choices('#size', { searchEnabled: false, itemSelectText: '', shouldSort: false, labelId: 'size-label' });
    $('size').addEventListener('change', () => { $('out').textContent = 'Size is ' + $('size').value; });
    $('close').addEventListener('click', () => { size.disable(); $('out').textContent = 'No sizes any more'; });
  `,
  body: `
    <style>body { font-family: sans-serif; max-width: 600px }</style>
    <label for="city" id="city-label">City</label>
    <select id="city">
      <option value="">Choose a city</option>
      <optgroup label="UK"><option>London</option><option>Manchester</option><option>Liverpool</option></optgroup>
      <optgroup label="FR"><option>Paris</option><option>Lyon</option><option disabled>Marseille</option></optgroup>
    </select>
    <label for="drinks" id="drinks-label">Drinks</label>
    <select id="drinks" multiple><option>Tea</option><option>Ice tea</option><option>Coffee</option><option selected>Water</option></select>
    <label for="size" id="size-label">Size</label>
    <select id="size"><option value="s">Small</option><option value="m" selected>Medium</option><option value="l">Large</option></select>
    <button id="close">Sold out</button>
    <p id="out"></p>
  `,
  right: [
    { steps: ['Select "Lyon" from "City"', 'See "City is Lyon"', '"City" is "Lyon"'] },
    {
      steps: [
        'See "Choose a city"',
        'Select "Liverpool" from the "City" dropdown',
        'Do not see "Choose a city"',
      ],
    },
    { steps: ['Select "Large" from "Size"', 'See "Size is l"', '"Large" is selected in "Size"'] },
    {
      steps: [
        'See "Medium"',
        'Do not see "Small"',
        'Click the "Size" dropdown',
        'See "Small", "Medium" and "Large"',
        'Click the option "Small"',
        'See "Size is s"',
      ],
    },
    {
      steps: ['Select "Tea" from "Drinks"', 'See "Drinks: Water, Tea"', 'See "Tea" in "Drinks"'],
    },
    { steps: ['Click the "Remove item: Water" button', 'Do not see "Water"', 'See "Add a drink"'] },
    { steps: ['Click "Sold out"', 'See "No sizes any more"', 'The "Size" dropdown is disabled'] },
    {
      steps: ['Click the "City" dropdown', 'See "UK" above "London"', 'See "FR" above "Paris"', 'See "Lyon"'],
    },
    {
      steps: [
        'Select "Coffee" from "Drinks"',
        'Select "Ice tea" from "Drinks"',
        'See "Water" before "Coffee"',
        'See "Drinks: Water, Coffee, Ice tea"',
      ],
    },
  ],
  broken: [
    {
      bug: 'the change is not told',
      change: ({ script }) => ({
        script: script.replace("$('out').textContent = 'City is ' + $('city').value;", ''),
      }),
      steps: ['Select "Lyon" from "City"', 'See "City is Lyon"'],
    },
    {
      bug: 'Lyon is missing',
      change: ({ body }) => ({ body: body.replace('<option>Lyon</option>', '<option>Lyons</option>') }),
      steps: ['Select "Lyon" from "City"', 'See "Lyon" in "City"'],
    },
    {
      bug: 'the size goes back',
      change: ({ script }) => ({
        script: script.replace(
          "$('out').textContent = 'Size is ' + $('size').value;",
          "setTimeout(() => size.setChoiceByValue('m'), 150);",
        ),
      }),
      steps: ['Select "Large" from "Size"', '"Large" is selected in "Size"'],
    },
    {
      bug: 'a drink cannot be removed',
      change: ({ script }) => ({ script: script.replace('removeItemButton: true, ', '') }),
      steps: ['Click the "Remove item: Water" button', 'Do not see "Water"'],
    },
    {
      bug: 'tea is only there as ice tea',
      change: ({ body }) => ({ body: body.replace('<option>Tea</option>', '') }),
      steps: ['Select "Ice tea" from "Drinks"', 'See "Drinks: Water, Tea"'],
    },
    {
      bug: 'sold out and still offered',
      change: ({ script }) => ({ script: script.replace('size.disable();', '') }),
      steps: ['Click "Sold out"', 'The "Size" dropdown is disabled'],
    },
  ],
};
