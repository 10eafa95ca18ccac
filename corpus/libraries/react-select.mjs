export default {
  name: 'react-select',
  script: `
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import Select from 'react-select';
import CreatableSelect from 'react-select/creatable';

const flavours = ['Chocolate', 'Strawberry', 'Vanilla', 'Salted caramel'].map((label) => ({ value: label.toLowerCase(), label }));
const colours = ['Ocean', 'Blue', 'Purple', 'Red', 'Orange', 'Yellow'].map((label) => ({ value: label, label }));
const numbers = Array.from({ length: 100 }, (_, index) => ({ value: index + 1, label: 'Item ' + (index + 1) }));
const groups = [
  { label: 'Fruit', options: [{ value: 'apple', label: 'Apple' }, { value: 'pineapple', label: 'Pineapple' }] },
  { label: 'Vegetables', options: [{ value: 'leek', label: 'Leek' }, { value: 'onion', label: 'Onion', isDisabled: true }] },
];

function App() {
  const [flavour, setFlavour] = useState(null);
  const [chosen, setChosen] = useState([colours[1]]);
  const [food, setFood] = useState(null);
  const [number, setNumber] = useState(null);
  const [tags, setTags] = useState([]);
  return (
    <div style={{ maxWidth: 420, padding: 20, display: 'grid', gap: 12 }}>
      <label htmlFor="flavour">Flavour</label>
      <Select inputId="flavour" options={flavours} value={flavour} onChange={setFlavour} isClearable />
      <label htmlFor="colours">Colours</label>
      <Select inputId="colours" isMulti options={colours} value={chosen} onChange={(value) => setChosen(value)} />
      <label id="food-label">Food</label>
      <Select aria-labelledby="food-label" options={groups} value={food} onChange={setFood} placeholder="Pick some food" />
      <label htmlFor="number">Number</label>
      <Select inputId="number" options={numbers} value={number} onChange={setNumber} />
      <label htmlFor="tags">Tags</label>
      <CreatableSelect inputId="tags" isMulti options={[]} value={tags} onChange={(value) => setTags(value)} />
      <label htmlFor="fixed">Country</label>
      <Select inputId="fixed" isDisabled options={[]} defaultValue={{ value: 'no', label: 'Norway' }} />
      <p>{'Your flavour: ' + (flavour?.value ?? 'none')}</p>
      <p>{chosen.length + ' colours'}</p>
      <p>{'Your food: ' + (food?.value ?? 'none')}</p>
      <p>{'Your number: ' + (number?.value ?? 'none')}</p>
      <p>{'Your tags: ' + tags.map((tag) => tag.value).join(' + ')}</p>
    </div>
  );
}
createRoot(document.getElementById('root')).render(<App />);
`,
  styles: [],
  body: '<div id="root"></div>',
  right: [
    {
      steps: [
        'Select "Vanilla" from "Flavour"',
        'See "Your flavour: vanilla"',
        '"Vanilla" is selected in "Flavour"',
      ],
    },
    {
      steps: ['Type "cara" into "Flavour"', 'Press Enter', 'See "Your flavour: salted caramel"'],
    },
    {
      steps: [
        'Click "Flavour"',
        'See "Chocolate"',
        'See 4 options',
        'Click the option "Strawberry"',
        'See "Your flavour: strawberry"',
        'Do not see "Chocolate"',
      ],
    },
    { steps: ['Select "Red" from "Colours"', 'See "2 colours"', 'See "Blue" before "Red"'] },
    { steps: ['See "1 colours"', 'Click "Remove Blue"', 'See "0 colours"', 'Do not see "Blue"'] },
    {
      steps: [
        'See "Pick some food"',
        'Select "Apple" from "Food"',
        'See "Your food: apple"',
        'Do not see "Pick some food"',
      ],
    },
    {
      steps: [
        'Click "Food"',
        'See "Vegetables"',
        'The "Onion" option is disabled',
        'See "Fruit" before "Leek"',
      ],
    },
    {
      steps: [
        'Select "Item 73" from "Number"',
        'See "Your number: 73"',
        'The "Number" dropdown is set to "Item 73"',
      ],
    },
    { steps: ['Type "urgent" into "Tags"', 'Press Enter', 'See "Your tags: urgent"'] },
    { steps: ['"Country" is disabled', '"Norway" is selected in "Country"'] },
    { steps: ['Type "zzz" into "Flavour"', 'See "No options"'] },
  ],
  broken: [
    {
      bug: 'the choice is lost',
      change: ({ script }) => ({
        script: script.replace('onChange={setFlavour}', 'onChange={() => undefined}'),
      }),
      steps: ['Select "Vanilla" from "Flavour"', '"Vanilla" is selected in "Flavour"'],
    },
    {
      bug: 'Pineapple is chosen for Apple',
      change: ({ script }) => ({
        script: script.replace('onChange={setFood}', 'onChange={() => setFood(groups[0].options[1])}'),
      }),
      steps: ['Select "Apple" from "Food"', '"Apple" is selected in "Food"'],
    },
    {
      bug: 'Item 7 is chosen for Item 73',
      change: ({ script }) => ({
        script: script.replace('onChange={setNumber}', 'onChange={() => setNumber(numbers[6])}'),
      }),
      steps: ['Select "Item 73" from "Number"', 'See "Your number: 73"'],
    },
    {
      bug: 'a colour is not removed',
      change: ({ script }) => ({ script: script.replace('(value) => setChosen(value)', '() => undefined') }),
      steps: ['Click "Remove Blue"', 'Do not see "Blue"'],
    },
    {
      bug: 'an entry is missing in the list',
      change: ({ script }) => ({ script: script.replace("'Vanilla', ", '') }),
      steps: ['Click "Flavour"', 'See "Vanilla"'],
    },
    {
      bug: 'the list is clipped by its box',
      change: ({ script }) => ({
        script: script.replace(
          '<Select inputId="flavour"',
          '<Select styles={{ menu: (base) => ({ ...base, height: 0, overflow: "hidden", boxShadow: "none" }) }} inputId="flavour"',
        ),
      }),
      steps: ['Click "Flavour"', 'See "Chocolate"'],
    },
  ],
};
