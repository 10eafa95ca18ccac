export default {
  name: 'headlessui',
  script: `
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import {
  Button, Checkbox, Combobox, ComboboxButton, ComboboxInput, ComboboxOption, ComboboxOptions, Description, Dialog,
  DialogPanel, DialogTitle, Disclosure, DisclosureButton, DisclosurePanel, Field, Input, Label, Listbox, ListboxButton,
  ListboxOption, ListboxOptions, Menu, MenuButton, MenuItem, MenuItems, Popover, PopoverButton, PopoverPanel, Radio,
  RadioGroup, Switch, Tab, TabGroup, TabList, TabPanel, TabPanels,
} from '@headlessui/react';

const people = ['Durward Reynolds', 'Kenton Towne', 'Therese Wunsch', 'Benedict Kessler', 'Katelyn Rohan'];
const plans = ['Startup', 'Business', 'Enterprise'];

function App() {
  const [person, setPerson] = useState(people[0]);
  const [query, setQuery] = useState('');
  const [owner, setOwner] = useState(null);
  const [plan, setPlan] = useState(plans[0]);
  const [enabled, setEnabled] = useState(false);
  const [terms, setTerms] = useState(false);
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState('Ready');
  const found = people.filter((one) => one.toLowerCase().includes(query.toLowerCase()));
  return (
    <main>
      <p>{said}</p>
      <Menu>
        <MenuButton>My account</MenuButton>
        <MenuItems anchor="bottom start" className="list">
          <MenuItem><button className="item" onClick={() => setSaid('Settings opened')}>Settings</button></MenuItem>
          <MenuItem><button className="item" onClick={() => setSaid('Support opened')}>Support</button></MenuItem>
          <MenuItem disabled><button className="item">Invite a friend</button></MenuItem>
        </MenuItems>
      </Menu>
      <Field>
        <Label>Assigned to</Label>
        <Listbox value={person} onChange={setPerson}>
          <ListboxButton className="box">{person}</ListboxButton>
          <ListboxOptions anchor="bottom start" className="list">
            {people.map((one) => <ListboxOption key={one} value={one} className="item">{one}</ListboxOption>)}
          </ListboxOptions>
        </Listbox>
      </Field>
      <Field>
        <Label>Owner</Label>
        <Combobox value={owner} onChange={setOwner} onClose={() => setQuery('')}>
          <ComboboxInput className="box" displayValue={(one) => one ?? ''} onChange={(event) => setQuery(event.target.value)} />
          <ComboboxButton aria-label="Show owners">v</ComboboxButton>
          <ComboboxOptions anchor="bottom start" className="list">
            {found.map((one) => <ComboboxOption key={one} value={one} className="item">{one}</ComboboxOption>)}
          </ComboboxOptions>
        </Combobox>
      </Field>
      <p>{'Owner is ' + (owner ?? 'nobody')}</p>
      <RadioGroup value={plan} onChange={setPlan} aria-label="Server size" className="row">
        {plans.map((one) => (
          <Field key={one} className="row"><Radio value={one} className="radio"><span className="dot" /></Radio><Label>{one}</Label></Field>
        ))}
      </RadioGroup>
      <p>{'Plan: ' + plan}</p>
      <Field className="row">
        <Switch checked={enabled} onChange={setEnabled} className="switch"><span className="knob" /></Switch>
        <Label>Enable beta</Label>
      </Field>
      <Field className="row">
        <Checkbox checked={terms} onChange={setTerms} className="check"><span className="tick">✓</span></Checkbox>
        <Label>I accept the terms</Label>
      </Field>
      <Field>
        <Label>Company</Label>
        <Description>As in the register</Description>
        <Input name="company" className="box" />
      </Field>
      <Disclosure>
        <DisclosureButton>Is team pricing available?</DisclosureButton>
        <DisclosurePanel>Yes, from five seats on.</DisclosurePanel>
      </Disclosure>
      <Popover>
        <PopoverButton>Solutions</PopoverButton>
        <PopoverPanel anchor="bottom start" className="list"><a href="#insights">Insights</a><p>Measure what your users do</p></PopoverPanel>
      </Popover>
      <TabGroup>
        <TabList><Tab>Recent</Tab><Tab>Popular</Tab><Tab disabled>Trending</Tab></TabList>
        <TabPanels>
          <TabPanel>Does drinking coffee make you smarter?</TabPanel>
          <TabPanel>Is tech making coffee better or worse?</TabPanel>
          <TabPanel>Nothing</TabPanel>
        </TabPanels>
      </TabGroup>
      <Button disabled={!terms} onClick={() => setOpen(true)}>Deactivate</Button>
      <Dialog open={open} onClose={() => setOpen(false)}>
        <div className="backdrop" />
        <div className="middle">
          <DialogPanel className="panel">
            <DialogTitle>Deactivate account</DialogTitle>
            <Description>This will permanently deactivate your account</Description>
            <button onClick={() => setOpen(false)}>Cancel</button>
            <button onClick={() => { setOpen(false); setSaid('Account deactivated'); }}>Yes, deactivate</button>
          </DialogPanel>
        </div>
      </Dialog>
    </main>
  );
}
createRoot(document.getElementById('root')).render(<App />);
`,
  styles: [],
  body: `<style>
body { font: 16px sans-serif; margin: 16px }
main { display: grid; gap: 8px; justify-items: start }
.row { display: flex; gap: 8px; align-items: center }
.list { background: #fff; border: 1px solid #888; padding: 4px; width: 240px }
.item { display: block; padding: 4px }
.item[data-focus] { background: #def }
.box { display: block; width: 240px; padding: 4px; text-align: left; border: 1px solid #888 }
.radio { display: inline-flex; width: 18px; height: 18px; border: 1px solid #333; border-radius: 9px; align-items: center; justify-content: center }
.dot { width: 8px; height: 8px; border-radius: 4px; background: #333; visibility: hidden }
.radio[data-checked] .dot { visibility: visible }
.switch { display: inline-flex; width: 44px; height: 24px; border-radius: 12px; background: #bbb; border: 0; padding: 2px }
.switch[data-checked] { background: #26f }
.knob { width: 20px; height: 20px; border-radius: 10px; background: #fff; transition: transform .2s }
.switch[data-checked] .knob { transform: translateX(20px) }
.check { display: inline-block; width: 20px; height: 20px; border: 1px solid #333 }
.tick { opacity: 0 }
.check[data-checked] .tick { opacity: 1 }
.backdrop { position: fixed; inset: 0; background: rgb(0 0 0 / 30%) }
.middle { position: fixed; inset: 0; display: flex; align-items: center; justify-content: center }
.panel { background: #fff; padding: 24px; border: 1px solid }
</style><div id="root"></div>`,
  right: [
    {
      steps: [
        'Click "My account"',
        'The "Invite a friend" menu item is disabled',
        'Click "Support"',
        'See "Support opened"',
        'Do not see "Invite a friend"',
      ],
    },
    {
      steps: [
        '"Assigned to" is "Durward Reynolds"',
        'Select "Therese Wunsch" from "Assigned to"',
        '"Therese Wunsch" is selected in "Assigned to"',
      ],
    },
    { steps: ['Select "Kenton Towne" from "Owner"', 'See "Owner is Kenton Towne"'] },
    {
      steps: [
        'Type "kat" into "Owner"',
        'See 1 option',
        'Click "Katelyn Rohan"',
        'See "Owner is Katelyn Rohan"',
        'The "Owner" field has the value "Katelyn Rohan"',
      ],
    },
    {
      steps: [
        'The "Startup" radio button is selected',
        'Choose "Enterprise"',
        'See "Plan: Enterprise"',
        'The "Startup" radio button is not selected',
      ],
    },
    {
      steps: ['The "Enable beta" switch is off', 'Turn on "Enable beta"', 'The "Enable beta" switch is on'],
    },
    {
      steps: [
        'The "Deactivate" button is disabled',
        'Check "I accept the terms"',
        'Click "Deactivate"',
        'Click "Yes, deactivate"',
        'See "Account deactivated"',
      ],
    },
    {
      steps: [
        'Check "I accept the terms"',
        'Click "Deactivate"',
        'See "This will permanently deactivate your account" in the dialog "Deactivate account"',
        'Press Escape',
        'The dialog is gone',
        'See "Ready"',
      ],
    },
    {
      steps: [
        'Do not see "Yes, from five seats on."',
        'Click "Is team pricing available?"',
        'See "Yes, from five seats on."',
      ],
    },
    {
      steps: [
        'Click the "Popular" tab',
        'See "Is tech making coffee better or worse?"',
        'Do not see "Does drinking coffee make you smarter?"',
        'The "Trending" tab is disabled',
      ],
    },
    { steps: ['Click "Solutions"', 'See the link "Insights"', 'See "Measure what your users do"'] },
    { steps: ['Type "Acme" into "Company"', '"Company" is "Acme"', 'See "As in the register"'] },
  ],
  broken: [
    {
      bug: 'the account is kept',
      change: ({ script }) => ({
        script: script.replace("setSaid('Account deactivated');", "setSaid('Account not deactivated');"),
      }),
      steps: [
        'Check "I accept the terms"',
        'Click "Deactivate"',
        'Click "Yes, deactivate"',
        'See "Account deactivated"',
      ],
    },
    {
      bug: 'the tick is never drawn',
      change: ({ script }) => ({
        script: script.replace('checked={terms} onChange={setTerms}', 'checked={false} onChange={setTerms}'),
      }),
      steps: ['Check "I accept the terms"', '"I accept the terms" is checked'],
    },
    {
      bug: 'the list chooses the next one',
      change: ({ script }) => ({
        script: script.replace(
          'onChange={setPerson}',
          'onChange={(one) => setPerson(people[people.indexOf(one) + 1])}',
        ),
      }),
      steps: ['Select "Therese Wunsch" from "Assigned to"', '"Therese Wunsch" is selected in "Assigned to"'],
    },
    {
      bug: 'the dialog opens behind an opaque layer',
      change: ({ body }) => ({
        body: body.replace('</style>', '.backdrop { background: #fff; z-index: 5 } </style>'),
      }),
      steps: [
        'Check "I accept the terms"',
        'Click "Deactivate"',
        'See "This will permanently deactivate your account"',
      ],
    },
    {
      bug: 'the tab shows the panel of the other one',
      change: ({ script }) => ({
        script: script.replace(
          '<TabPanel>Is tech making coffee better or worse?</TabPanel>',
          '<TabPanel>Does drinking coffee make you smarter?</TabPanel>',
        ),
      }),
      steps: ['Click the "Popular" tab', 'See "Is tech making coffee better or worse?"'],
    },
    {
      bug: 'the disabled tab can be chosen',
      change: ({ script }) => ({ script: script.replace('<Tab disabled>', '<Tab>') }),
      steps: ['The "Trending" tab is disabled'],
    },
  ],
};
